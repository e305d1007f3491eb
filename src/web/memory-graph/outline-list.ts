import type { OutlineEntry } from './outline.js'
import type { GraphNode } from './page-data.js'

type Settings = {
  readonly entries: readonly OutlineEntry[]
  nameOf(node: GraphNode): string
  choose(id: string): void
}
type OutlineList = {
  readonly element: HTMLUListElement
  /** Shows only the matching entries and the topics above them; returns the matching ids in order. */
  filter(query: string): string[]
  mark(id: string | null): void
}

/** The graph as a nested list of buttons with arrow-key navigation. */
export function createOutlineList({ entries, nameOf, choose }: Settings): OutlineList {
  const items = new Map<string, { readonly item: HTMLLIElement; readonly button: HTMLButtonElement }>()
  const buildItem = ({ node, children }: OutlineEntry): HTMLLIElement => {
    const item = document.createElement('li')
    const button = document.createElement('button')
    item.className = node.type
    button.type = 'button'
    button.textContent = children.length > 0 ? `${nameOf(node)} (${children.length})` : nameOf(node)
    button.addEventListener('click', () => choose(node.id))
    item.append(button)
    items.set(node.id, { item, button })
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
  const show = (id: string, isShown: boolean) => items.get(id)?.item.classList.toggle('missed', !isShown)
  const filterEntry = (query: string, { node, children }: OutlineEntry): string[] => {
    const isMatch = matchesQuery(nameOf(node), query)
    const hits = children.flatMap((entry) => filterEntry(query, entry))
    show(node.id, isMatch || hits.length > 0)
    return isMatch ? [node.id, ...hits] : hits
  }
  return {
    element,
    filter: (query) => entries.flatMap((entry) => filterEntry(query, entry)),
    mark: (id) => {
      for (const { button } of items.values()) button.removeAttribute('aria-current')
      const marked = items.get(id ?? '')
      marked?.button.setAttribute('aria-current', 'true')
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

/** Whether the text contains every word of the query, in any order, ignoring case and accents. */
function matchesQuery(text: string, query: string): boolean {
  const plain = normalize(text)
  return normalize(query)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
