type Settings = {
  readonly query: HTMLInputElement
  readonly picture: { zoom(direction: 1 | -1): void; whole(): void }
  /** Chooses the first hit. */
  chooseFirstHit(): void
  /** Chooses nothing, searches for nothing. */
  clear(): void
}

/** The keys of the whole page. While something is typed into the search, only those that are no text. */
export function bindGraphShortcuts({ query, picture, chooseFirstHit: first, clear: none }: Settings): void {
  const anywhere: Readonly<Record<string, () => void>> = { Escape: none }
  const typing: Readonly<Record<string, () => void>> = { ...anywhere, Enter: first }
  const reading: Readonly<Record<string, () => void>> = {
    ...anywhere,
    '/': () => query.focus(),
    '+': () => picture.zoom(1),
    '-': () => picture.zoom(-1),
    '0': () => picture.whole(),
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = (event.target === query ? typing : reading)[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}
