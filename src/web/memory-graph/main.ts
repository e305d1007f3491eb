import { nameOf, type PageData } from './data.js'
import { detailsOf } from './details.js'
import { elementsOf } from './elements.js'
import { listenToKeys } from './keys.js'
import { createList } from './list.js'
import { outlineOf } from './outline.js'
import { drawPicture } from './picture.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page and this script are made for each other.
  document.getElementById(id) as T

function start(data: PageData): void {
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
    details.replaceChildren(...(node ? detailsOf({ data, memories, choose }, node) : hint))
  }
  const list = createList({ entries: outlineOf(graph), nameOf: (node) => nameOf(node, memories), choose })
  byId('outline').append(list.element)
  const elements = elementsOf(graph, (node) => nameOf(node, memories))
  const picture = drawPicture({ container: byId('graph'), elements, choose })

  const query = byId<HTMLInputElement>('query')
  const search = (): string[] => {
    const hits = list.filter(query.value)
    const isAsked = query.value.trim() !== ''
    picture.keep(isAsked ? hits : null)
    byId('found').textContent = isAsked ? `${hits.length} found` : ''
    return isAsked ? hits : []
  }
  query.addEventListener('input', search)
  byId('closer').addEventListener('click', () => picture.zoom(1))
  byId('farther').addEventListener('click', () => picture.zoom(-1))
  byId('whole').addEventListener('click', picture.whole)
  listenToKeys({
    query,
    picture,
    first: () => choose(search()[0] ?? null),
    none: () => {
      query.value = ''
      search()
      choose(null)
    },
  })
}

function summaryOf({ graph: { stats, stale } }: PageData, readAt: string): string {
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
