/** An entry of a tree of buttons; one that has others below it has a list of them. */
export type TreeItem = {
  readonly item: HTMLLIElement
  readonly button: HTMLButtonElement
  readonly parent: TreeItem | null
  readonly list: HTMLUListElement | null
  /** 1 at the top. */
  readonly level: number
}

export const isOpen = ({ button }: TreeItem): boolean => button.getAttribute('aria-expanded') === 'true'

/** Opens or closes what has entries below it; others have nothing to open. */
export function open({ list, button }: TreeItem, isWanted: boolean): void {
  if (list === null) return
  list.hidden = !isWanted
  button.setAttribute('aria-expanded', String(isWanted))
}

const isMissed = ({ item }: TreeItem): boolean => item.classList.contains('missed')

/** Whether it can be seen: nothing above it is closed, and no filter has left it out. */
function isShown(one: TreeItem): boolean {
  if (isMissed(one)) return false
  for (let up = one.parent; up !== null; up = up.parent) if (!isOpen(up) || isMissed(up)) return false
  return true
}

/** The nearest of what it stands in that can be seen. */
function shownAbove(one: TreeItem | undefined): TreeItem | undefined {
  let up = one?.parent ?? null
  while (up !== null && !isShown(up)) up = up.parent
  return up ?? undefined
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The keys of a tree (WAI-ARIA Authoring Practices): Tab stops once, at the entry that had the focus last, and the arrows
 * move from there; `*` opens all of its level. `items` are in the order of the document; `leave` is called for an arrow up from the first.
 */
export function bindTreeKeys(element: HTMLElement, items: readonly TreeItem[], leave: () => void) {
  const byButton = new Map<Element | null, TreeItem>(items.map((one) => [one.button, one]))
  let stop = items[0]
  for (const { button } of items) button.tabIndex = -1
  const moveTo = (one: TreeItem | undefined) => {
    if (stop !== undefined) stop.button.tabIndex = -1
    stop = one
    if (one !== undefined) one.button.tabIndex = 0
  }
  const focus = (one: TreeItem | undefined) => {
    moveTo(one ?? stop)
    one?.button.focus()
  }
  moveTo(stop)
  element.addEventListener('focusin', ({ target }) => moveTo(byButton.get(target as Element) ?? stop))
  element.addEventListener('keydown', (event) => {
    const focused = byButton.get(document.activeElement)
    if (focused === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '*') {
      event.preventDefault()
      // Memories with the same text stay together.
      for (const one of items) if (one.parent === focused.parent) open(one, true)
      return
    }
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault()
      focus(inOrOut(focused, items, event.key === 'ArrowRight'))
      return
    }
    const shown = items.filter(isShown)
    const ends: Readonly<Record<string, number>> = { Home: 0, End: shown.length - 1 }
    const step = STEPS[event.key]
    const next = step === undefined ? ends[event.key] : shown.indexOf(focused) + step
    if (next === undefined) return
    event.preventDefault()
    if (next < 0) leave()
    else focus(shown[next])
  })
  return {
    moveTo,
    /** Lets Tab stop at what can be seen, after a filter; the focus does not stay at what cannot. */
    repair: () => {
      if (stop !== undefined && isShown(stop)) return
      const next = shownAbove(stop) ?? items.find(isShown) ?? stop
      if (stop?.button === document.activeElement) focus(next)
      else moveTo(next)
    },
    /** Moves the focus to this one, if it can be seen, or else to the first that is wanted. */
    focusFirst: (marked: TreeItem | null, isWanted: (one: TreeItem) => boolean) => {
      const shown = items.filter(isShown)
      focus(shown.find((one) => one === marked) ?? shown.find(isWanted) ?? shown[0])
    },
  }
}

/** To the right an entry opens, or the focus goes to the first below it; to the left it closes, or the focus goes up. */
function inOrOut(one: TreeItem, items: readonly TreeItem[], isIn: boolean): TreeItem | undefined {
  if (one.list !== null && isIn !== isOpen(one)) {
    open(one, isIn)
    return undefined
  }
  return isIn ? items.find((other) => other.parent === one && !isMissed(other)) : (one.parent ?? undefined)
}
