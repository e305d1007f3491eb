import { countsText, memoriesText } from './node-counts.js'
import type { MemoryGraphPageData } from './page-data.js'
import { DAY, timeSpan, timeText } from './times.js'

type Filtered = {
  readonly data: MemoryGraphPageData
  /** In words, what leaves something out: a time, kinds, a search. */
  readonly reasons: readonly string[]
  /** Whether people, places and things are among what is sought or chosen: a time leaves none of them out. */
  readonly hasEntities: boolean
  isLeft(id: string): boolean
}
export type ShownText = {
  /** What is shown, as one number of memories with all that it comes from. */
  readonly text: string
  /** What is said where nothing is left. */
  readonly nothing: string
}

/** Says what is shown, and why no more of it is. */
export function describeShown({ data: { graph, memories }, ...filtered }: Filtered): ShownText {
  const { reasons, hasEntities, isLeft } = filtered
  const all = memoriesText(graph.nodes.filter(({ type }) => type === 'memory').length)
  const left = graph.nodes.filter(({ id, type }) => (type === 'memory' || type === 'entity') && isLeft(id))
  const kept = left.filter(({ type }) => type === 'memory').length
  const others = countsText(left.filter(({ type }) => type === 'entity' && hasEntities))
  const why = reasons.join('; ')
  const newest = timeSpan(memories)?.last
  return {
    text: reasons.length === 0 ? `all ${all}` : `${kept} of ${all}${others && `, ${others}`}: ${why}`,
    nothing: `None of ${all} is left: ${why}.${newest === undefined ? '' : ` The newest of all is of ${timeText(newest, DAY)}.`} Esc or “Show all” shows all again.`,
  }
}
