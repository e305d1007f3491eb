type Choose = (id: string | null) => void

/** Where what is chosen was touched: a row of what the details listed, and what they were the details of. */
type Origin = {
  readonly row: string
  /** Null: nothing was chosen. */
  readonly of: string | null
  readonly isWhole: boolean
}

/** Remembers from which row of the details a choice came, to lead back to it. */
export function createOrigins(panel: HTMLElement, choose: Choose) {
  /** Of what is shown, and of what is shown next; null: it was chosen elsewhere. */
  let [origin, next]: [Origin | null, Origin | null] = [null, null]
  return {
    chooseRow: (from: Origin) => {
      next = from
      choose(from.row)
    },
    /** What the chosen one is joined to has the same way back. */
    chooseJoined: (id: string) => {
      next = origin
      choose(id)
    },
    /** What was chosen is shown now. */
    arrive: () => {
      ;[origin, next] = [next, null]
    },
    /** Goes to the row; `listAgain` makes the list as it was. */
    goBack: (listAgain: (isWhole: boolean) => void) => {
      if (origin === null) {
        goToOutline(choose)
        return
      }
      const from = origin
      choose(from.of)
      listAgain(from.isWhole)
      goToRow(panel, from)
    },
  }
}

/** In a narrow window, under the picture. */
export function closing(choose: Choose): HTMLElement {
  return backButton('Close', () => choose(null))
}

/** In a narrow window what is chosen stands above all else; this goes back to where it was touched. */
export function wayBack(goBack: () => void): HTMLElement {
  return backButton('← Back to the list', goBack)
}

function backButton(text: string, act: () => void): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'back' })
  button.textContent = text
  button.addEventListener('click', act)
  return button
}

/** To a row of what the details list by now, or else to the first of them. */
function goToRow(panel: HTMLElement, { row }: Origin): void {
  const button = panel.querySelector<HTMLElement>(`li > button[value="${CSS.escape(row)}"]`)
  const isShown = button?.checkVisibility() === true
  if (isShown) button.focus({ preventScroll: true })
  bringBack(isShown ? button : panel)
}

/** To the row of what is chosen in the list of all, or to the topic that it stands in where that is closed. */
function goToOutline(choose: Choose): void {
  let row = document.querySelector<HTMLElement>('nav [aria-current]')
  while (row !== null && !row.checkVisibility()) {
    row = row.closest('ul')?.parentElement?.querySelector<HTMLElement>(':scope > button') ?? null
  }
  choose(null)
  row?.focus({ preventScroll: true })
  bringBack(row ?? document.querySelector('nav'))
}

/** Which of all scrolling is the last; it ends when another begins, or whoever reads does something. */
let scrolling = 0
for (const event of ['pointerdown', 'keydown', 'wheel'] as const)
  document.addEventListener(event, () => scrolling++, { capture: true, passive: true })

/** Rows that were never in sight have a guessed height until they have been drawn, which takes some frames. */
function inFrames(act: () => void): void {
  const own = ++scrolling
  const go = (frames: number) => {
    if (own !== scrolling) return
    act()
    if (frames > 0) requestAnimationFrame(() => go(frames - 1))
  }
  go(4)
}

/** A row to the middle of what is in sight, and all else to the top. */
export function bringBack(wanted: Element | null): void {
  inFrames(() => wanted?.scrollIntoView({ block: wanted.localName === 'button' ? 'center' : 'start' }))
}

/** So far from the top of what is in sight, whatever has come or gone above it. */
export function keepAt(wanted: Element, top: number): void {
  inFrames(() => scrollBy({ top: wanted.getBoundingClientRect().top - top, behavior: 'instant' }))
}
