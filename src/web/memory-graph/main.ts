import { graphElements } from './graph-elements.js'
import { createGraphView } from './graph-view.js'
import { renderNodeDetails } from './node-details.js'
import { buildOutline } from './outline.js'
import { createOutlineList } from './outline-list.js'
import { type MemoryGraphPageData, nodeName } from './page-data.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page and this script are made for each other.
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
    picture.mark(node?.id ?? null)
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
  const picture = createGraphView({ container: byId('graph'), elements, choose })

  const query = byId<HTMLInputElement>('query')
  const search = (): string[] => {
    const hits = list.filter(query.value)
    const isAsked = query.value.trim() !== ''
    picture.fadeOthers(isAsked ? hits : null)
    byId('found').textContent = isAsked ? `${hits.length} found` : ''
    return isAsked ? hits : []
  }
  query.addEventListener('input', search)
  byId('closer').addEventListener('click', () => picture.zoom(1))
  byId('farther').addEventListener('click', () => picture.zoom(-1))
  byId('whole').addEventListener('click', picture.whole)
  bindGraphShortcuts({
    query,
    picture,
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

// At the end: what it uses is there by then.
start(JSON.parse(byId('data').textContent ?? '{}'))

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
