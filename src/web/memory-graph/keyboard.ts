import type { GraphView } from './picture/graph-view.js'

type Settings = {
  readonly query: HTMLInputElement
  readonly picture: HTMLElement
  readonly view: Pick<GraphView, 'zoom' | 'pan' | 'fitAll' | 'nextNode'>
  /** Chooses what was found, one after the other. */
  chooseHit(step: 1 | -1): void
  choose(id: string): void
  focusList(): void
  /** Ends one thing: the choice, or else the search and the filters. */
  clear(): void
  /** Whether keys that enter text elsewhere work on the whole page, and not only in the picture. */
  isForAll(): boolean
}
type Act = (event: KeyboardEvent) => void
type Direction = readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keyboard shortcuts of the page. In the search field only keys that do not enter text. */
export function bindKeyboard({ query, picture, view, isForAll, ...acts }: Settings): void {
  const everywhere: Readonly<Record<string, Act>> = { Escape: acts.clear }
  const inSearch: Readonly<Record<string, Act>> = {
    ...everywhere,
    Enter: ({ shiftKey }) => acts.chooseHit(shiftKey ? -1 : 1),
    ArrowDown: acts.focusList,
  }
  const inEmptySearch: Readonly<Record<string, Act>> = { ...inSearch, '/': () => {} }
  const single: Readonly<Record<string, Act>> = {
    ...everywhere,
    '/': () => query.focus(),
    '+': () => view.zoom(1),
    '-': () => view.zoom(-1),
    '0': () => view.fitAll(),
  }
  const moveOrChoose =
    ([x, y]: Direction): Act =>
    ({ shiftKey }) => {
      const next = shiftKey ? view.nextNode(x, y) : null
      if (next !== null) acts.choose(next)
      if (!shiftKey) view.pan(x, y)
    }
  const arrows = Object.entries(ARROWS).map(([key, direction]) => [key, moveOrChoose(direction)] as const)
  const inPicture: Readonly<Record<string, Act>> = { ...single, ...Object.fromEntries(arrows) }
  const actsAt = (target: EventTarget | null) => {
    // The key that leads here, pressed once more.
    if (target === query) return query.value === '' && isForAll() ? inEmptySearch : inSearch
    if (target === picture) return inPicture
    // A day is typed with digits.
    if (target instanceof HTMLInputElement && target.type === 'date') return everywhere
    return isForAll() ? single : everywhere
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const act = actsAt(event.target)[event.key]
    if (act === undefined) return
    event.preventDefault()
    act(event)
  })
}
