import type { Memory } from '../../contract/memories.js'
import { offerSingleKeys } from '../single-keys.js'
import { createDetailsPanel } from './details-panel.js'
import { bindKeyboard } from './keyboard.js'
import { bindLegend, renderLegend } from './legend.js'
import { buildOutline } from './outline.js'
import { createOutlineList } from './outline-list.js'
import { outlineTexts, searchedTexts } from './outline-texts.js'
import type { MemoryGraphPageData } from './page-data.js'
import { ageScale } from './picture/appearance.js'
import { createGraphModel, type GraphModel } from './picture/graph-model.js'
import { canDraw, createGraphView, type GraphView } from './picture/graph-view.js'
import { findWords, foundText, type SearchResult } from './search-words.js'
import { createSelection } from './selection.js'
import { createTimeline } from './timeline.js'
import { timeOfMemory, timeSpan, timeText } from './times.js'

const byId = <T extends Element = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as unknown as T

/** Draws first, and makes the list once the picture is on the screen: a list of thousands takes longer. */
function start(data: MemoryGraphPageData): void {
  const { character, player } = data
  const memories = new Map(data.memories.map((memory) => [memory.id, memory]))
  document.title = `What ${character} remembers of ${player}`
  byId('title').textContent = document.title
  byId('summary').textContent = summaryOf(data)
  // All that lies below the picture is there before it is measured.
  const span = timeSpan(data.memories)
  byId('timeline').hidden = span === null || span.first === span.last
  renderLegend(byId('legend'), ageScale(span, data.readAt))
  const container = byId('graph')
  const aspect = container.clientWidth / Math.max(1, container.clientHeight)
  const model = createGraphModel(data, memories, {
    aspect: Math.min(1.7, Math.max(0.6, aspect || 1)),
    width: container.clientWidth,
  })
  const picked = { choose: (_: string | null) => {} }
  const view = drawn(container, model, (id) => picked.choose(id))
  afterPaint(() => {
    performance.mark('graph-drawn')
    picked.choose = connect(data, { memories, model, view })
    document.documentElement.dataset['ready'] = ''
  })
}

/** A view that does nothing, and a sentence in its place, where there is no WebGL: the list has all of it. */
function drawn(container: HTMLElement, model: GraphModel, choose: (id: string | null) => void): GraphView {
  if (canDraw()) return createGraphView({ container, oneFinger: byId('one-finger'), model, choose })
  byId('no-picture').hidden = false
  // The style sheet would show them again.
  for (const id of ['tools', 'legend', 'keys']) byId(id).style.display = 'none'
  container.hidden = true
  const nothing = () => {}
  return {
    ...{ mark: nothing, fadeOthers: nothing, highlight: nothing, showOnly: nothing },
    ...{ zoom: nothing, pan: nothing, fitAll: nothing, nextNode: () => null },
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

/** Makes the list, the search, the timeline and the keyboard; returns what chooses a node in the picture. */
function connect(data: MemoryGraphPageData, { memories, model, view }: Parts): (id: string | null) => void {
  const query = byId<HTMLInputElement>('query')
  const entries = buildOutline(data.graph, memories)
  const choose = (id: string | null) => selection.choose(id)
  const details = createDetailsPanel({
    ...{ panel: byId('details'), said: byId('chosen'), data, memories, model, choose },
  })
  const texts = outlineTexts(entries, memories)
  const list = createOutlineList({ entries, texts, choose, leave: () => query.focus() })
  byId('outline').append(list.element)
  let chosen: string | null = null
  const selection = createSelection((id) => {
    chosen = id
    view.mark(id)
    list.mark(id)
    details.show(id)
  })

  const searched = searchedTexts(entries, memories)
  const legend = bindLegend(byId('legend'), { nodes: data.graph.nodes, model, change: () => update() })
  let inTime: ReadonlySet<string> | null = null
  let hits: readonly string[] = []
  const update = () => {
    const isInTime = (id: string) => inTime === null || inTime.has(id) || !memories.has(id)
    const ofKinds = legend.chosen()
    const wanted = (id: string) => isInTime(id) && (ofKinds?.has(id) ?? true)
    const result = search(query.value, searched, wanted)
    hits = searched.flatMap(({ id }) => (result?.ids.has(id) ? [id] : []))
    byId('nothing-listed').hidden = list.show({ found: result?.ids ?? null, wanted })
    // In a narrow window the list is below the picture; what was found belongs right under the search.
    document.body.classList.toggle('searching', result !== null)
    view.showOnly(inTime === null ? null : new Set(data.graph.nodes.map(({ id }) => id).filter(isInTime)))
    view.fadeOthers(result === null ? null : hits)
    view.highlight(ofKinds)
    const left = new Set([...memories.keys()].filter(wanted))
    const found = result && hits.filter((id) => memories.has(id)).length
    byId('range-found').textContent = countsText(found, ofKinds && left.size)
    byId('found').textContent = result === null ? '' : foundText(result)
    details.limit({ inTime: inTime === null && ofKinds === null ? null : left, found: result?.ids ?? null })
  }
  query.addEventListener('input', update)
  bindTimeline(memories, (ids) => {
    inTime = ids
    update()
  })
  const nextHit = (step: 1 | -1) => after(chosen, withoutTopics(hits, details.isTopic), step)
  const clear = () => {
    query.value = ''
    legend.clear()
    update()
    choose(null)
  }
  bindControls({ query, view, list, choose, clear, chooseHit: (step) => choose(nextHit(step)) })
  selection.begin()
  return (id) => {
    choose(id)
    details.reveal()
  }
}

/** Follows the span of time that is chosen; without one to choose from there is no timeline. */
function bindTimeline(
  memories: ReadonlyMap<string, Memory>,
  change: (ids: ReadonlySet<string> | null) => void,
): void {
  byId('timeline').hidden = !createTimeline({
    ...{ from: byId<HTMLInputElement>('from'), until: byId<HTMLInputElement>('until') },
    ...{ bars: byId<SVGElement>('bars'), range: byId('range'), ends: byId('ends'), times: timesOf(memories) },
    change,
  })
}

/** What a search finds of what is wanted; null if nothing is searched. */
function search(
  query: string,
  searched: ReturnType<typeof searchedTexts>,
  wanted: (id: string) => boolean,
): SearchResult | null {
  if (query.trim() === '') return null
  return findWords(
    query,
    searched.filter(({ id }) => wanted(id)),
  )
}

/** Topics are gone through only where nothing else was found. */
function withoutTopics(hits: readonly string[], isTopic: (id: string) => boolean): readonly string[] {
  const others = hits.filter((id) => !isTopic(id))
  return others.length > 0 ? others : hits
}

const countsText = (found: number | null, ofKinds: number | null): string =>
  (ofKinds === null ? '' : `; of the kinds chosen below: ${ofKinds}`) +
  (found === null ? '' : `; of these the search has found ${found}`)

/** When each memory was made, in milliseconds since 1970, where it can be read. */
const timesOf = (memories: ReadonlyMap<string, Memory>): Map<string, number> =>
  new Map(
    [...memories].flatMap(([id, memory]) => {
      const time = timeOfMemory(memory)
      return time === undefined ? [] : [[id, time] as const]
    }),
  )

/** The next of these, around their end; of what is none of them, the first or the last. */
function after(id: string | null, all: readonly string[], step: 1 | -1): string | null {
  const at = all.indexOf(id ?? '')
  const beginning = step > 0 ? 0 : all.length - 1
  return all[at < 0 ? beginning : (at + step + all.length) % all.length] ?? null
}

type Controls = {
  readonly query: HTMLInputElement
  readonly view: GraphView
  readonly list: ReturnType<typeof createOutlineList>
  choose(id: string | null): void
  chooseHit(step: 1 | -1): void
  /** Neither searches nor chooses anything. */
  clear(): void
}

function bindControls({ query, view, list, choose, chooseHit, clear }: Controls): void {
  const isForAll = offerSingleKeys(byId<HTMLInputElement>('single-keys'))
  byId('zoom-in').addEventListener('click', () => view.zoom(1))
  byId('zoom-out').addEventListener('click', () => view.zoom(-1))
  byId('fit-all').addEventListener('click', view.fitAll)
  bindKeyboard({
    ...{ query, view, choose, chooseHit, clear, isForAll, picture: byId('graph') },
    focusList: list.focusFirst,
  })
}

function summaryOf({ graph: { stats, stale }, readAt }: MemoryGraphPageData): string {
  const counts = `${stats.totalMemories} memories, ${stats.clusterCount} topics`
  const at = timeText(Date.parse(readAt), 60_000)
  return `${counts} · read ${at} UTC${stale ? ' · a newer graph was being made' : ''}`
}

// Last, after the constants above are initialised.
start(JSON.parse(byId('data').textContent ?? '{}'))
