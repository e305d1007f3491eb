import type { Memory } from '../../contract/memories.js'
import type { createDetailsPanel } from './details-panel.js'
import type { Fading } from './fading.js'
import type { Legend } from './legend.js'
import { element } from './memory-button.js'
import { mentionsOf, type OutlineEntry } from './outline.js'
import type { createOutlineList } from './outline-list.js'
import { searchedTexts } from './outline-texts.js'
import type { MemoryGraphPageData } from './page-data.js'
import type { GraphView } from './picture/graph-view.js'
import { recentTimes } from './search-meaning.js'
import { findWords, foundText, nearestQuery, type SearchResult } from './search-words.js'
import type { Kept } from './selection.js'
import { describeShown } from './shown-text.js'
import type { Timeline } from './timeline.js'

type Settings = {
  readonly data: MemoryGraphPageData
  readonly memories: ReadonlyMap<string, Memory>
  readonly fading: Fading
  readonly query: HTMLInputElement
  readonly entries: readonly OutlineEntry[]
  readonly list: ReturnType<typeof createOutlineList>
  readonly details: ReturnType<typeof createDetailsPanel>
  readonly view: GraphView
  readonly legend: Legend
  readonly timeline: Timeline | null
  /** Where it is said what is shown, what a search has found, and that nothing is left. */
  readonly range: HTMLElement
  readonly found: HTMLElement
  readonly nothingListed: HTMLElement
  /** What the timeline has left of the memories; null for all. */
  kept(): ReadonlySet<string> | null
  changed(): void
}

/** Shows everywhere what search, time and kinds have left, and says how much that is. */
export function createFilters(settings: Settings) {
  const { data, memories, query, entries, legend, timeline } = settings
  const { nodes, edges } = data.graph
  const searched = searchedTexts(entries, memories, { fading: settings.fading, readAt: data.readAt, edges })
  const entitiesOf = createEntityOrder(data.graph)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const say = createSayings(settings, searched, (id) => byId.get(id))
  let [hits, reasons, exact]: [string[], string[], string | null] = [[], [], null]
  /** What all filters leave, in words and as numbers. */
  const describe = ({ result, wanted, isFound }: Narrowed) => {
    const others = [timeline?.words() ?? '', legend.words()].filter((one) => one !== '')
    const sought = result?.sought ?? ''
    reasons = [...others, sought].filter((one) => one !== '')
    const hasEntities = result !== null || legend.hasEntities()
    const isLeft = (id: string) => wanted(id) && isFound(id)
    const entities = hasEntities ? entitiesOf(isLeft) : []
    return { ...describeShown({ data, reasons, others, hasEntities, result, isLeft }), entities, sought }
  }
  const update = () => {
    const inTime = settings.kept()
    const isInTime = createTimeTest(data, inTime)
    const ofKinds = withAbout(edges, legend.chosen(), isInTime)
    const isOfKind = (id: string) => ofKinds?.has(id) ?? true
    const wanted = (id: string) => isInTime(id) && isOfKind(id)
    const result = query.value.trim() === '' ? null : findWords(query.value, searched)
    const isFound = (id: string) => result?.ids.has(id) ?? true
    const left = result === null ? null : new Set([...result.ids].filter(wanted))
    hits = searched.flatMap(({ id }) => (left?.has(id) ? [id] : []))
    exact = result?.exact ?? null
    const shown = describe({ result, wanted, isFound })
    const isFiltered = inTime !== null || ofKinds !== null
    const isAny = settings.list.show({ found: left, wanted, isFiltered, first: exact })
    say({ result, wanted, shown, isAny })
    settings.view.showOnly(inTime === null ? null : new Set(nodes.map(({ id }) => id).filter(isInTime)))
    settings.view.fadeOthers(result === null ? null : hits)
    settings.view.highlight(ofKinds)
    const countBy = legend.isOfEntitiesAlone() ? countAbout(edges, isFound) : undefined
    timeline?.count((id) => countBy !== undefined || (isOfKind(id) && isFound(id)), countBy)
    // Of memories other kinds can be chosen; the people that they are about are as many as in their circle.
    const isCounted = (id: string) => isInTime(id) && (byId.get(id)?.type !== 'entity' || isOfKind(id))
    legend.count((id) => isCounted(id) && isFound(id))
    settings.details.limit({
      inTime: isFiltered ? new Set([...memories.keys()].filter(wanted)) : null,
      ...{ found: left, entities: shown.entities, sought: shown.sought, count: shown.count },
      nothing: isAny ? shown.nothing : '',
    })
    settings.changed()
  }
  const hitsInOrder = () => exactFirst(settings.details.inOrder(hits), exact)
  return { update, ...createChoice(settings, update), hits: hitsInOrder, areSet: () => reasons.length > 0 }
}

/** What is searched and chosen, and the order, as the address of the page has them. */
function createChoice({ query, legend, timeline, details }: Settings, update: () => void) {
  const chosen = (): Kept => ({
    ...{ q: query.value.trim(), time: timeline?.address() ?? '' },
    ...{ kinds: legend.kinds().join(), order: details.order() },
  })
  const choose = ({ q, time, kinds, order }: Kept) => {
    query.value = q
    legend.choose(kinds.split(','))
    details.orderBy(order)
    if (timeline === null) update()
    else timeline.choose(time)
  }
  return { chosen, choose, clear: () => choose({ ...chosen(), q: '', time: '', kinds: '' }) }
}

type Said = Pick<Narrowed, 'result' | 'wanted'> & {
  readonly shown: ReturnType<typeof describeShown>
  /** Whether anything is left. */
  readonly isAny: boolean
}

/** Says what is shown and found, and where nothing is left, why, and what could be searched instead. */
function createSayings(
  { data, query, range, found, nothingListed }: Settings,
  searched: ReturnType<typeof searchedTexts>,
  nodeOf: (id: string) => MemoryGraphPageData['graph']['nodes'][number] | undefined,
) {
  const recent = recentTimes(data.readAt)
  const sinceOf = ({ words }: SearchResult) => {
    const days = words.flatMap((word) => recent.get(word) ?? [])
    return days.toSorted().at(-1) ?? ''
  }
  return ({ result, wanted, shown, isAny }: Said) => {
    range.replaceChildren(element('span', `${shown.count}${shown.why && ': '}`), shown.why)
    const context = { nodeOf, wanted, others: shown.others }
    found.textContent = result === null ? '' : foundText(result, { ...context, since: sinceOf(result) })
    const nearest = result?.ids.size === 0 ? nearestQuery(query.value, searched) : null
    const offered = nearest === null ? [] : [' ', searchButton(query, nearest)]
    nothingListed.hidden = isAny
    nothingListed.replaceChildren(shown.nothing, ...offered)
  }
}

/** Searches for something else. */
function searchButton(query: HTMLInputElement, words: string): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'nearest' })
  button.textContent = `Search for “${words}”`
  button.addEventListener('click', () => {
    query.value = words
    query.dispatchEvent(new Event('input'))
    // The button is gone, and the focus with it.
    query.focus()
  })
  return button
}

/** Gives the people, places and things that are left, those in most memories first. */
function createEntityOrder({ nodes, edges }: MemoryGraphPageData['graph']) {
  const mentions = mentionsOf(edges)
  const ordered = nodes
    .filter(({ type }) => type === 'entity')
    .toSorted((a, b) => (mentions.get(b.id) ?? 0) - (mentions.get(a.id) ?? 0))
  return (isLeft: (id: string) => boolean) => ordered.filter(({ id }) => isLeft(id))
}

/** Counts the people, places and things that are found which memories are about. */
function countAbout(
  edges: MemoryGraphPageData['graph']['edges'],
  isFound: (id: string) => boolean,
): (memories: readonly string[]) => number {
  return (memories) => {
    const some = new Set(memories)
    const about = edges.filter(({ type, source, target }) => {
      return type === 'mentions' && some.has(source) && isFound(target)
    })
    return new Set(about.map(({ target }) => target)).size
  }
}

type Narrowed = {
  readonly result: SearchResult | null
  wanted(id: string): boolean
  isFound(id: string): boolean
}

/** With memories of the kinds that are chosen those people, places and things are left that they are about. */
function withAbout(
  edges: MemoryGraphPageData['graph']['edges'],
  ofKinds: ReadonlySet<string> | null,
  isInTime: (id: string) => boolean,
): ReadonlySet<string> | null {
  if (ofKinds === null) return null
  const about = edges.flatMap(({ type, source, target }) =>
    type === 'mentions' && ofKinds.has(source) && isInTime(source) ? [target] : [],
  )
  return new Set([...ofKinds, ...about])
}

/** Whether the chosen time leaves a node: of people, places and things those that a memory of that time is about. */
function createTimeTest(
  { graph: { nodes, edges }, memories }: MemoryGraphPageData,
  inTime: ReadonlySet<string> | null,
): (id: string) => boolean {
  if (inTime === null) return () => true
  const dated = new Set(memories.map(({ id }) => id))
  const others = nodes.flatMap(({ id, type }) => {
    return type === 'entity' || type === 'user' || dated.has(id) ? [] : [id]
  })
  const about = edges.flatMap(({ type, source, target }) =>
    type === 'mentions' && inTime.has(source) ? [target] : [],
  )
  const left = new Set([...inTime, ...others, ...about])
  return (id) => left.has(id)
}

/** Of what was found, what is called exactly so comes first. */
const exactFirst = (ids: readonly string[], exact: string | null): readonly string[] =>
  exact !== null && ids.includes(exact) ? [exact, ...ids.filter((id) => id !== exact)] : ids
