import { countsText, memoriesText } from './node-counts.js'
import type { MemoryGraphPageData } from './page-data.js'
import type { SearchResult } from './search-words.js'
import { DAY, timeSpan, timeText } from './times.js'

type Filtered = {
  readonly data: MemoryGraphPageData
  /** In words, what leaves something out: a time, kinds, a search. */
  readonly reasons: readonly string[]
  /** The same without the search. */
  readonly others: readonly string[]
  readonly result: SearchResult | null
  /** Whether people, places and things are among what is sought or chosen: a time leaves none of them out. */
  readonly hasEntities: boolean
  isLeft(id: string): boolean
}
export type ShownText = {
  /** What is shown, as one number of memories. */
  readonly count: string
  /** What it comes from; empty if nothing leaves anything out. */
  readonly why: string
  /** What is said where nothing is left. */
  readonly nothing: string
  /** All that leaves something out but the search, in words; empty if nothing does. */
  readonly others: string
}

/** Says what is shown, and why no more of it is. */
export function describeShown({ data: { graph, memories }, ...filtered }: Filtered): ShownText {
  const { reasons, result, hasEntities, isLeft } = filtered
  const all = memoriesText(graph.nodes.filter(({ type }) => type === 'memory').length)
  const left = graph.nodes.filter(({ id, type }) => (type === 'memory' || type === 'entity') && isLeft(id))
  const kept = left.filter(({ type }) => type === 'memory').length
  const entities = countsText(left.filter(({ type }) => type === 'entity' && hasEntities))
  const someMemories = `${kept} of ${all}${entities && ` and ${entities}`}`
  // A topic that is called so, or the player, where no memory is found.
  const named = countsText(
    graph.nodes.filter(({ id, type }) => (type === 'cluster' || type === 'user') && result?.ids.has(id)),
  )
  const count = kept > 0 ? someMemories : entities || named || someMemories
  const others = filtered.others.join(' and ')
  const newest = timeSpan(memories)?.last
  const ofTime = newest === undefined ? '' : ` The newest of all is of ${timeText(newest, DAY)}.`
  const found = countsText(graph.nodes.filter(({ id }) => result?.ids.has(id)))
  const nothing = nothingText({ result, others, ofTime, all, sought: reasons.at(-1) ?? '', found })
  return {
    count: reasons.length === 0 ? `all ${all}` : count,
    why: reasons.join('; '),
    ...{ nothing: `${nothing} Esc or “Clear filters” shows all again.`, others },
  }
}

type Nothing = {
  readonly result: SearchResult | null
  readonly all: string
  readonly others: string
  readonly sought: string
  /** What the search has found, counted by kind. */
  readonly found: string
  readonly ofTime: string
}

function nothingText({ result, all, others, sought, found, ofTime }: Nothing): string {
  if (result === null) return `None of ${all} is ${others}.${ofTime}`
  if (result.ids.size === 0) return `Nothing found ${sought.replace(/^with/, 'for')}.`
  return `${found} ${sought}, none ${others}.`
}
