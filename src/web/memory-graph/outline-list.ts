import type { OutlineEntry } from './outline.js'
import type { GraphNode } from './page-data.js'

/** Of a larger graph the list begins with the topics alone. */
const MOST_OPEN = 40

type Settings = {
  readonly entries: readonly OutlineEntry[]
  nameOf(node: GraphNode): string
  choose(id: string | null): void
}
type OutlineList = {
  readonly element: HTMLUListElement
  /** Shows only the entries that match and are `wanted`, and the topics above them; returns the matching ids in order. */
  filter(query: string, wanted: (id: string) => boolean): string[]
  mark(id: string | null): void
}

type Item = {
  readonly item: HTMLLIElement
  readonly button: HTMLButtonElement
  /** What it is searched by. */
  readonly plain: string
  /** The topic that it belongs to. */
  readonly parent: Item | null
  /** Of a topic: its entries. */
  readonly list: HTMLUListElement | null
}

/** The graph as a nested list of buttons with arrow-key navigation, in which topics open and close. */
export function createOutlineList({ entries, nameOf, choose }: Settings): OutlineList {
  const items = new Map<string, Item>()
  const isLarge = entries.reduce((sum, { children }) => sum + children.length, 0) > MOST_OPEN
  let marked: Item | undefined
  const buildItem = ({ node, children }: OutlineEntry, parent: Item | null): HTMLLIElement => {
    const item = document.createElement('li')
    const button = document.createElement('button')
    const list = children.length > 0 ? document.createElement('ul') : null
    const own: Item = { item, button, plain: normalize(nameOf(node)), parent, list }
    item.className = node.type
    button.type = 'button'
    button.textContent = list === null ? nameOf(node) : `${nameOf(node)} (${children.length})`
    button.addEventListener('click', () => {
      // What is chosen opens with it; chosen again, it closes.
      const isClosing = own === marked && isOpen(own)
      open(own, !isClosing)
      choose(isClosing ? null : node.id)
    })
    item.append(button)
    items.set(node.id, own)
    if (list !== null) {
      list.append(...children.map((child) => buildItem(child, own)))
      item.append(list)
      open(own, !isLarge)
    }
    return item
  }
  const element = document.createElement('ul')
  element.append(...entries.map((entry) => buildItem(entry, null)))
  element.addEventListener('keydown', (event) => moveFocus(element, event))
  let hadWords = false
  return {
    element,
    filter: (query, wanted) => {
      const words = normalize(query).split(/\s+/).filter(Boolean).map(withoutPossessive)
      if (hadWords && words.length === 0) for (const item of items.values()) open(item, !isLarge)
      hadWords = words.length > 0
      return entries.flatMap((entry) => filterEntry(entry, { items, words, wanted }))
    },
    mark: (id) => {
      marked?.button.removeAttribute('aria-current')
      marked = items.get(id ?? '')
      if (marked === undefined) return
      marked.button.setAttribute('aria-current', 'true')
      if (marked.parent !== null) open(marked.parent, true)
      // Beside the picture the list scrolls by itself; below it, the whole page would.
      const box = element.parentElement
      if (box !== null && box.scrollHeight > box.clientHeight)
        marked.button.scrollIntoView({ block: 'nearest' })
    },
  }
}

type Filter = {
  readonly items: ReadonlyMap<string, Item>
  readonly words: readonly string[]
  wanted(id: string): boolean
}

/** Hides an entry without a match in it, and opens a topic with one in a search; returns the matching ids. */
function filterEntry({ node, children }: OutlineEntry, filter: Filter): string[] {
  const { items, words, wanted } = filter
  const item = items.get(node.id)
  const isMatch = wanted(node.id) && words.every((word) => item?.plain.includes(word))
  const hits = children.flatMap((child) => filterEntry(child, filter))
  item?.item.classList.toggle('missed', !isMatch && hits.length === 0)
  if (item !== undefined && words.length > 0 && hits.length > 0) open(item, true)
  return isMatch ? [node.id, ...hits] : hits
}

const isOpen = ({ button }: Pick<Item, 'button'>): boolean => button.getAttribute('aria-expanded') === 'true'

/** Opens or closes a topic; other entries have nothing to open. */
function open({ list, button }: Pick<Item, 'list' | 'button'>, isWanted: boolean): void {
  if (list === null) return
  list.hidden = !isWanted
  button.setAttribute('aria-expanded', String(isWanted))
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(list: HTMLElement, event: KeyboardEvent): void {
  const shown = [...list.querySelectorAll('button')].filter((one) => one.offsetParent !== null)
  const at = shown.findIndex((one) => one.matches(':focus'))
  const focused = shown[at]
  if (focused !== undefined && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    event.preventDefault()
    moveInOrOut(focused, event.key === 'ArrowRight')
    return
  }
  const ends: Readonly<Record<string, number>> = { Home: 0, End: shown.length - 1 }
  const next = ends[event.key] ?? (event.key in STEPS ? at + (STEPS[event.key] ?? 0) : -1)
  if (next < 0 || next >= shown.length) return
  event.preventDefault()
  shown[next]?.focus()
}

/** As in a tree: to the right a topic opens, to the left it closes, or the focus goes up to it. */
function moveInOrOut(button: HTMLButtonElement, isIn: boolean): void {
  const list = button.nextElementSibling
  if (list instanceof HTMLUListElement && isIn !== isOpen({ button })) {
    open({ list, button }, isIn)
    return
  }
  const next = isIn ? list?.querySelector('button') : button.closest('ul')?.previousElementSibling
  if (next instanceof HTMLButtonElement) next.focus()
}

/** `Vera's` is about Vera. */
const withoutPossessive = (word: string): string =>
  word.length > 2 && (word.endsWith("'s") || word.endsWith('’s')) ? word.slice(0, -2) : word

/** A text contains a query if it has every word of it, in any order, ignoring case and accents. */
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
