import { graphElements } from './graph-elements.js'
import { createGraphView, type GraphView } from './graph-view.js'
import { renderNodeDetails } from './node-details.js'
import { buildOutline } from './outline.js'
import { createOutlineList } from './outline-list.js'
import { type MemoryGraphPageData, nodeName } from './page-data.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as T

function start(data: MemoryGraphPageData): void {
  const { graph, character, player, readAt } = data
  const memories = new Map(data.memories.map((memory) => [memory.id, memory]))
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const details = byId('details')
  const hint = [...details.childNodes]
  document.title = `What ${character} remembers of ${player}`
  byId('title').textContent = document.title
  byId('summary').textContent = summaryOf(data, readAt)
  byId('legend').replaceChildren(...legend())

  const choose = (id: string | null) => {
    const node = nodes.get(id ?? '')
    view.mark(node?.id ?? null)
    list.mark(node?.id ?? null)
    details.replaceChildren(...(node ? renderNodeDetails({ data, memories, choose }, node) : hint))
  }
  const list = createOutlineList({
    entries: buildOutline(graph),
    nameOf: (node) => nodeName(node, memories),
    choose,
  })
  byId('outline').append(list.element)
  const elements = graphElements(graph, (node) => nodeName(node, memories))
  const view = createGraphView({ container: byId('graph'), elements, choose })

  const query = byId<HTMLInputElement>('query')
  const search = (): string[] => {
    const hits = list.filter(query.value)
    const hasQuery = query.value.trim() !== ''
    view.fadeOthers(hasQuery ? hits : null)
    byId('found').textContent = hasQuery ? `${hits.length} found` : ''
    return hasQuery ? hits : []
  }
  query.addEventListener('input', search)
  byId('zoom-in').addEventListener('click', () => view.zoom(1))
  byId('zoom-out').addEventListener('click', () => view.zoom(-1))
  byId('fit-all').addEventListener('click', view.fitAll)
  bindGraphShortcuts({
    query,
    view,
    chooseFirstHit: () => choose(search()[0] ?? null),
    clear: () => {
      query.value = ''
      search()
      choose(null)
    },
  })
}

function summaryOf({ graph: { stats, stale } }: MemoryGraphPageData, readAt: string): string {
  const counts = `${stats.totalMemories} memories, ${stats.clusterCount} topics, ${stats.totalEntities} entities`
  const at = readAt.replace('T', ' ').replace(/\.\d+Z$/, 'Z')
  return `${counts} · read ${at}${stale ? ' · a newer graph was being made' : ''}`
}

const LEGEND = [
  ['user', '⬢ player'],
  ['cluster', '■ topic'],
  ['memory', '● memory'],
  ['entity', '◆ person, place or thing'],
] as const

const legend = (): HTMLLIElement[] =>
  LEGEND.map(([type, text]) => {
    const item = document.createElement('li')
    item.textContent = text
    item.style.color = `var(--${type})`
    return item
  })

type ShortcutSettings = {
  readonly query: HTMLInputElement
  readonly view: Pick<GraphView, 'zoom' | 'fitAll'>
  chooseFirstHit(): void
  /** Clears the selection and the search. */
  clear(): void
}

/** Keyboard shortcuts of the page. In the search field only keys that do not enter text. */
function bindGraphShortcuts({ query, view, chooseFirstHit, clear }: ShortcutSettings): void {
  const everywhere: Readonly<Record<string, () => void>> = { Escape: clear }
  const inSearch: Readonly<Record<string, () => void>> = { ...everywhere, Enter: chooseFirstHit }
  const elsewhere: Readonly<Record<string, () => void>> = {
    ...everywhere,
    '/': () => query.focus(),
    '+': () => view.zoom(1),
    '-': () => view.zoom(-1),
    '0': () => view.fitAll(),
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = (event.target === query ? inSearch : elsewhere)[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

// Last, after the constants above are initialised.
start(JSON.parse(byId('data').textContent ?? '{}'))
