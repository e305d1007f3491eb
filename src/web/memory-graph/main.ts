import type { Memory } from '../../contract/memories.js'
import { offerSingleKeys } from '../single-keys.js'
import { createClearButton } from './clear-button.js'
import { createDetailsPanel } from './details-panel.js'
import { createFading, type Fading, SOON } from './fading.js'
import { createFilters } from './filters.js'
import { bindKeyboard } from './keyboard.js'
import { bindLegend, renderLegend } from './legend.js'
import { element } from './memory-button.js'
import { isStacked } from './narrow-window.js'
import { comparison } from './ordered-memories.js'
import { buildOutline, mentionsOf } from './outline.js'
import { createOutlineList } from './outline-list.js'
import { outlineTexts } from './outline-texts.js'
import { joinPlayer, type MemoryGraphPageData } from './page-data.js'
import { ageScale } from './picture/appearance.js'
import { createNameMeasure } from './picture/draw-group-names.js'
import { createGraphModel, type GraphModel } from './picture/graph-model.js'
import { canDraw, createGraphView, type GraphView } from './picture/graph-view.js'
import { createSelection } from './selection.js'
import { createTimeline, type Timeline } from './timeline.js'
import { dayBefore, timeOfMemory, timeSpan, timeText } from './times.js'
import { bindToolbarKeys } from './toolbar-keys.js'

const byId = <T extends Element = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as unknown as T

/** Draws first, and makes the list once the picture is on the screen: a list of thousands takes longer. */
function start(data: MemoryGraphPageData): void {
  const { character, player } = data
  const memories = new Map(data.memories.map((memory) => [memory.id, memory]))
  document.title = `What ${character} remembers of ${player}`
  byId('title').textContent = document.title
  const fading = createFading(data)
  byId('summary').append(...summaryOf(data, fading))
  // All that lies below the picture is there before it is measured.
  const span = timeSpan(data.memories)
  const time: ChosenTime = { kept: null, change: () => {}, timeline: null }
  time.timeline = bindTimeline(data, (kept) => {
    time.kept = kept
    time.change()
  })
  const scale = ageScale(span, data.readAt)
  renderLegend(byId('legend'), { scale, nodes: data.graph.nodes, memories, fading })
  const container = byId('graph')
  const model = createGraphModel(data, memories, {
    ...{ width: container.clientWidth, height: container.clientHeight, measure: createNameMeasure() },
    fadingSoon: fading.soon,
  })
  const picked = { choose: (_: string | null) => {} }
  const view = drawn(container, model, (id) => picked.choose(id))
  afterPaint(() => {
    performance.mark('graph-drawn')
    picked.choose = connect(data, { memories, model, fading, view, time })
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
  readonly fading: Fading
  readonly view: GraphView
  readonly time: ChosenTime
}
/** What the timeline has left of the memories, null for all, and who wants to know when that changes. */
type ChosenTime = {
  kept: ReadonlySet<string> | null
  change(): void
  timeline: Timeline | null
}

/** Makes the list, the search and the keyboard; returns what chooses a node in the picture. */
function connect(data: MemoryGraphPageData, parts: Parts): (id: string | null) => void {
  const { memories, model, fading, view, time } = parts
  const query = byId<HTMLInputElement>('query')
  const entries = buildOutline(data.graph, memories, comparison('important', fading))
  const choose = (id: string | null) => selection.choose(id)
  const details = createDetailsPanel({
    ...{ panel: byId('details'), said: byId('chosen'), picture: byId('graph') },
    ...{ data, memories, model, fading, choose },
    reorder: (order, ids) => {
      list.arrange(order, ids)
      changed()
    },
  })
  const texts = outlineTexts(entries, memories, { mentions: mentionsOf(data.graph.edges), fading })
  const list = createOutlineList({ entries, texts, choose, leave: () => query.focus() })
  byId('outline').append(list.element)
  let chosen: string | null = null
  /** Of what is tapped in a narrow window the picture keeps its zoom. */
  let isTouched = false
  const selection = createSelection({
    show: (id) => {
      chosen = id
      view.mark(id, isTouched)
      list.mark(id, isTouched)
      details.show(id)
      changed()
    },
    filter: (kept) => filters.choose(kept),
  })
  const changed = () => {
    clearButton.offer({ isChosen: chosen !== null, isFiltered: filters.areSet() })
    selection.keep(filters.chosen())
  }
  const legend = bindLegend(byId('legend'), {
    ...{ nodes: data.graph.nodes, model, fading },
    change: () => time.change(),
  })
  const filters = createFilters({
    ...{ data, memories, fading, query, entries, legend, timeline: time.timeline, changed },
    ...{ range: byId('range'), found: byId('found'), nothingListed: byId('nothing-listed') },
    ...{ kept: () => time.kept, list, details, view },
  })
  /** Beside what filters leave, what was chosen before would be another answer. */
  const narrow = (isEnding: (id: string) => boolean) => {
    filters.update()
    if (chosen !== null && isEnding(chosen) && !list.isLeft(chosen)) choose(null)
  }
  // Of people and topics what time and kinds leave of their memories is told.
  time.change = () => narrow((id) => memories.has(id))
  followQuery(query, (isSearching) => narrow(() => isSearching))
  const nextHit = (step: 1 | -1) => after(chosen, withoutTopics(filters.hits(), details.isTopic), step)
  /** One thing after the other: what was searched is still wanted when one of it has been read. */
  const clear = () => (chosen === null ? filters.clear() : choose(null))
  const clearButton = createClearButton({
    ...{ button: byId('show-all'), picture: byId('graph'), clear },
    places: { narrow: byId('places'), wide: byId('bar') },
  })
  bindControls({ query, view, list, choose, clear, chooseHit: (step) => choose(nextHit(step)) })
  filters.update()
  selection.begin()
  return (id) => {
    isTouched = details.isStacked()
    details.reveal(id)
    isTouched = false
  }
}

function followQuery(query: HTMLInputElement, narrow: (isSearching: boolean) => void): void {
  query.addEventListener('input', () => {
    const isSearching = query.value.trim() !== ''
    narrow(isSearching)
    if (isSearching) bringFoundIntoView()
  })
}

/** What is scrolled to is not to lie under the search, which in a narrow window stays in sight and grows by what it finds. */
function followSearchHeight(): void {
  const search = document.querySelector<HTMLElement>('search')
  if (search === null) return
  const { style } = document.documentElement
  new ResizeObserver(() => style.setProperty('--search-height', `${search.offsetHeight}px`)).observe(search)
}

/** In a narrow window the search stays in sight wherever the page is; the best of what it has found comes first. */
function bringFoundIntoView(): void {
  const details = byId('details')
  const found = details.checkVisibility() ? details : byId('outline')
  const { top } = found.getBoundingClientRect()
  // Of what a keyboard on the screen leaves.
  const height = visualViewport?.height ?? innerHeight
  if (isStacked() && (top < 0 || top > height * 0.6)) found.scrollIntoView()
}

/** Follows the span of time that is chosen; without one to choose from there is no timeline. */
function bindTimeline(data: MemoryGraphPageData, change: (ids: ReadonlySet<string> | null) => void) {
  const input = (id: string) => byId<HTMLInputElement>(id)
  const timeline = createTimeline({
    ...{ from: input('from'), until: input('until'), days: [input('from-day'), input('until-day')] },
    ...{ presets: byId('presets'), bars: byId<SVGElement>('bars'), ends: byId('ends') },
    ...{ times: timesOf(data.memories), readAt: Date.parse(data.readAt), change },
  })
  for (const id of ['timeline', 'times']) byId(id).hidden = timeline === null
  return timeline
}

/** Topics are gone through only where nothing else was found. */
function withoutTopics(hits: readonly string[], isTopic: (id: string) => boolean): readonly string[] {
  const others = hits.filter((id) => !isTopic(id))
  return others.length > 0 ? others : hits
}

/** When each memory was made, in milliseconds since 1970, where it can be read. */
const timesOf = (memories: readonly Memory[]): Map<string, number> =>
  new Map(
    memories.flatMap((memory) => {
      const time = timeOfMemory(memory)
      return time === undefined ? [] : [[memory.id, time] as const]
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
  /** Ends what is chosen, or else what leaves something out. */
  clear(): void
}

function bindControls({ query, view, list, choose, chooseHit, clear }: Controls): void {
  followSearchHeight()
  for (const bar of document.querySelectorAll<HTMLElement>('[role="toolbar"]')) bindToolbarKeys(bar)
  const isForAll = offerSingleKeys(byId<HTMLInputElement>('single-keys'))
  byId('zoom-in').addEventListener('click', () => view.zoom(1))
  byId('zoom-out').addEventListener('click', () => view.zoom(-1))
  byId('fit-all').addEventListener('click', view.fitAll)
  byId('open-all').addEventListener('click', () => list.openAll(true))
  byId('close-all').addEventListener('click', () => list.openAll(false))
  const filtersButton = byId('filters-button')
  filtersButton.addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('filtering')
    filtersButton.setAttribute('aria-expanded', String(isOpen))
  })
  for (const button of document.querySelectorAll<HTMLElement>('#places [data-place]')) {
    button.addEventListener('click', () => byId(button.dataset['place'] ?? '').scrollIntoView())
  }
  const keys = byId<HTMLDetailsElement>('keys')
  // It lies over the picture: a press anywhere else closes it, as Escape does before it clears anything.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !keys.contains(target)) keys.open = false
  })
  const closeOrClear = () => {
    if (keys.open) keys.open = false
    else clear()
  }
  bindKeyboard({
    ...{ query, view, choose, chooseHit, clear: closeOrClear, isForAll, picture: byId('graph') },
    focusList: list.focusFirst,
  })
}

/** What the character has of the player, in one line; a narrow window leaves out what its chips say. */
function summaryOf(
  { graph: { stats, stale }, memories, readAt }: MemoryGraphPageData,
  fading: Fading,
): (string | Node)[] {
  const now = Date.parse(readAt)
  const longTerm = memories.filter(({ memoryLayer }) => memoryLayer === 'ltm').length
  const lately = memories.filter((memory) => (timeOfMemory(memory) ?? 0) >= dayBefore(now, 7)).length
  const soon = fading.isTold ? `, ${fading.soon.size} ${SOON}` : ''
  const kinds = `: ${longTerm} long-term, ${lately} of the last 7 days${soon}`
  const inChips = element('span', ` in ${stats.clusterCount} topics${kinds}`)
  const at = timeText(now, 60_000)
  const readText = ` · as of ${at} UTC${stale ? ' · a newer graph was being made' : ''}`
  return [`${stats.totalMemories} memories`, inChips, readText]
}

// Last, after the constants above are initialised.
const read: MemoryGraphPageData = JSON.parse(byId('data').textContent ?? '{}')
start({ ...read, graph: joinPlayer(read.graph) })
