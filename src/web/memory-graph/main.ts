import type { Memory } from '../../contract/memories.js'
import { renderHighlights } from './highlights.js'
import { renderGroupDetails, renderNodeDetails } from './node-details.js'
import { buildOutline } from './outline.js'
import { createOutlineList } from './outline-list.js'
import type { MemoryGraphPageData } from './page-data.js'
import { AGES, timeOfMemory } from './picture/appearance.js'
import { createGraphModel, type GraphModel } from './picture/graph-model.js'
import { canDraw, createGraphView, type GraphView } from './picture/graph-view.js'
import { createTimeline } from './timeline.js'

const byId = <T extends Element = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as unknown as T

/** Draws first, and makes the list once the picture is on the screen: a list of thousands takes longer. */
function start(data: MemoryGraphPageData): void {
  const { character, player, readAt } = data
  const memories = new Map(data.memories.map((memory) => [memory.id, memory]))
  document.title = `What ${character} remembers of ${player}`
  byId('title').textContent = document.title
  byId('summary').textContent = summaryOf(data, readAt)
  byId('legend').replaceChildren(...legend())
  const container = byId('graph')
  const aspect = container.clientWidth / Math.max(1, container.clientHeight)
  const model = createGraphModel(data, memories, Math.min(1.7, Math.max(0.6, aspect || 1)))
  const chosen = { choose: (_: string | null) => {} }
  const view = drawn(container, model, (id) => chosen.choose(id))
  afterPaint(() => {
    performance.mark('graph-drawn')
    chosen.choose = connect(data, { memories, model, view })
    document.documentElement.dataset['ready'] = ''
  })
}

/** A view that does nothing, and a sentence in its place, where there is no WebGL: the list has all of it. */
function drawn(container: HTMLElement, model: GraphModel, choose: (id: string | null) => void): GraphView {
  if (canDraw()) return createGraphView({ container, model, choose })
  byId('no-picture').hidden = false
  byId('tools').hidden = true
  byId('legend').hidden = true
  container.hidden = true
  const nothing = () => {}
  return {
    mark: nothing,
    fadeOthers: nothing,
    showOnly: nothing,
    zoom: nothing,
    pan: nothing,
    fitAll: nothing,
  }
}

/** The frame after next begins when this one is on the screen; a page in the background has no frames. */
function afterPaint(act: () => void): void {
  if (document.hidden) act()
  else requestAnimationFrame(() => requestAnimationFrame(act))
}

type Parts = {
  readonly memories: ReadonlyMap<string, Memory>
  readonly model: GraphModel
  readonly view: GraphView
}

/** Makes the list, the search, the timeline and the keyboard; returns what chooses a node. */
function connect(data: MemoryGraphPageData, { memories, model, view }: Parts): (id: string | null) => void {
  const { graph } = data
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const details = byId('details')
  const choose = (id: string | null) => {
    const node = nodes.get(id ?? '')
    const group = model.layout.groups.find((one) => one.id === id)
    view.mark(node?.id ?? group?.id ?? null)
    list.mark(node?.id ?? group?.id ?? null)
    const shown = node ? renderNodeDetails({ data, memories, choose }, node) : hint
    details.replaceChildren(...(node === undefined && group ? renderGroupDetails(group) : shown))
    if (id !== null && isStacked()) byId('picture').scrollIntoView()
  }
  const hint = [...renderHighlights(data, choose), ...details.childNodes]
  details.replaceChildren(...hint)
  const list = createOutlineList({ entries: buildOutline(graph), nameOf: model.nameOf, choose })
  byId('outline').append(list.element)

  const query = byId<HTMLInputElement>('query')
  let inTime: ReadonlySet<string> | null = null
  const search = (): string[] => {
    const isInTime = (id: string) => inTime === null || inTime.has(id) || !memories.has(id)
    const hits = list.filter(query.value, isInTime)
    const hasQuery = query.value.trim() !== ''
    // In a narrow window the list is below the picture; what was found belongs right under the search.
    document.body.classList.toggle('searching', hasQuery)
    view.showOnly(inTime === null ? null : new Set([...nodes.keys()].filter(isInTime)))
    view.fadeOthers(hasQuery ? hits : null)
    byId('found').textContent = hasQuery ? `${hits.length} found` : ''
    return hasQuery ? hits : []
  }
  query.addEventListener('input', search)
  const times = [...memories].flatMap(([id, memory]) => {
    const time = timeOfMemory(memory)
    return time === undefined ? [] : [[id, time] as const]
  })
  byId('timeline').hidden = !createTimeline({
    ...{ slider: byId<HTMLInputElement>('slider'), bars: byId<SVGElement>('bars') },
    ...{ until: byId<HTMLOutputElement>('until'), ends: byId('ends'), times: new Map(times) },
    change: (ids) => {
      inTime = ids
      search()
    },
  })
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
  return choose
}

/** In a narrow window the list is below picture and details, and what was chosen in it would be out of sight. */
const isStacked = (): boolean => matchMedia('(max-width: 60rem)').matches

function summaryOf({ graph: { stats, stale } }: MemoryGraphPageData, readAt: string): string {
  const counts = `${stats.totalMemories} memories, ${stats.clusterCount} topics, ${stats.totalEntities} entities`
  const at = readAt.replace('T', ' ').replace(/\.\d+Z$/, 'Z')
  return `${counts} · read ${at}${stale ? ' · a newer graph was being made' : ''}`
}

/** What the colours and sizes say; the dots themselves are drawn by the style sheet. */
const legend = (): HTMLLIElement[] =>
  [
    ...AGES.map(({ id, label }) => [`age-${id}`, id === 'day' ? `memory of the ${label}` : label] as const),
    ['strong', 'larger: more important'] as const,
    ['long-term', 'ring: long-term'] as const,
    ['entity', 'person, place, thing'] as const,
  ].map(([name, text]) => {
    const item = document.createElement('li')
    item.className = name
    item.textContent = text
    return item
  })

type ShortcutSettings = {
  readonly query: HTMLInputElement
  readonly view: Pick<GraphView, 'zoom' | 'pan' | 'fitAll'>
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
  const inPicture: Readonly<Record<string, () => void>> = {
    ...elsewhere,
    ArrowLeft: () => view.pan(-1, 0),
    ArrowRight: () => view.pan(1, 0),
    ArrowUp: () => view.pan(0, -1),
    ArrowDown: () => view.pan(0, 1),
  }
  const actionsAt = (target: EventTarget | null) => {
    if (target === query) return inSearch
    return target === byId('graph') ? inPicture : elsewhere
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actionsAt(event.target)[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

// Last, after the constants above are initialised.
start(JSON.parse(byId('data').textContent ?? '{}'))
