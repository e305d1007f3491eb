import type { OutlineEntry } from './outline.js'
import type { GraphNode } from './page-data.js'

type Settings = {
  readonly entries: readonly OutlineEntry[]
  nameOf(node: GraphNode): string
  choose(id: string): void
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
}

/** The graph as a nested list of buttons with arrow-key navigation. */
export function createOutlineList({ entries, nameOf, choose }: Settings): OutlineList {
  const items = new Map<string, Item>()
  let marked: Item | undefined
  const buildItem = ({ node, children }: OutlineEntry): HTMLLIElement => {
    const item = document.createElement('li')
    const button = document.createElement('button')
    item.className = node.type
    button.type = 'button'
    button.textContent = children.length > 0 ? `${nameOf(node)} (${children.length})` : nameOf(node)
    button.addEventListener('click', () => choose(node.id))
    item.append(button)
    items.set(node.id, { item, button, plain: normalize(nameOf(node)) })
    if (children.length > 0) item.append(buildList(children))
    return item
  }
  const buildList = (level: readonly OutlineEntry[]): HTMLUListElement => {
    const list = document.createElement('ul')
    list.append(...level.map(buildItem))
    return list
  }
  const element = buildList(entries)
  element.addEventListener('keydown', (event) => moveFocus(element, event))
  return {
    element,
    filter: (query, wanted) => {
      const words = normalize(query).split(/\s+/)
      const filterEntry = ({ node, children }: OutlineEntry): string[] => {
        const item = items.get(node.id)
        const isMatch = wanted(node.id) && words.every((word) => item?.plain.includes(word))
        const hits = children.flatMap(filterEntry)
        item?.item.classList.toggle('missed', !isMatch && hits.length === 0)
        return isMatch ? [node.id, ...hits] : hits
      }
      return entries.flatMap(filterEntry)
    },
    mark: (id) => {
      marked?.button.removeAttribute('aria-current')
      marked = items.get(id ?? '')
      marked?.button.setAttribute('aria-current', 'true')
      // Beside the picture the list scrolls by itself; below it, the whole page would.
      const box = element.parentElement
      if (box !== null && box.scrollHeight > box.clientHeight)
        marked?.button.scrollIntoView({ block: 'nearest' })
    },
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(list: HTMLElement, event: KeyboardEvent): void {
  const shown = [...list.querySelectorAll('button')].filter((one) => one.offsetParent !== null)
  const at = shown.findIndex((one) => one.matches(':focus'))
  const ends: Readonly<Record<string, number>> = { Home: 0, End: shown.length - 1 }
  const next = ends[event.key] ?? (event.key in STEPS ? at + (STEPS[event.key] ?? 0) : -1)
  if (next < 0 || next >= shown.length) return
  event.preventDefault()
  shown[next]?.focus()
}

/** A text contains a query if it has every word of it, in any order, ignoring case and accents. */
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
