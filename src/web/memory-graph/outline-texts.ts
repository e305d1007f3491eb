import type { Memory } from '../../contract/memories.js'
import type { Fading } from './fading.js'
import { importanceOf, marksOf } from './memory-button.js'
import { memoriesText } from './node-counts.js'
import type { Order } from './ordered-memories.js'
import { leavesOf, type OutlineEntry } from './outline.js'
import { type GraphEdge, nodeName, relationLabel } from './page-data.js'
import { ageOf, ageScale } from './picture/appearance.js'
import { GROUP_LABELS } from './picture/graph-layout.js'
import { IMPORTANT, LEAST_IMPORTANT, recentTimes } from './search-meaning.js'
import { plainText, type Searched } from './search-words.js'
import { DAY, dayBefore, MINUTE, timeOfMemory, timeSpan, timeText } from './times.js'

/** What the list calls its entries, and writes beside them: of what has the same text, the time tells which it is. */
export function outlineTexts(
  entries: readonly OutlineEntry[],
  memories: ReadonlyMap<string, Memory>,
  { mentions, fading }: { readonly mentions: ReadonlyMap<string, number>; readonly fading: Fading },
) {
  const span = timeSpan(memories.values())
  const apartMs = span === null ? DAY : (span.last - span.first) / 30
  const dateOf = (entry: OutlineEntry, exact: number) => {
    const time = timeOfMemory(memories.get(entry.node.id))
    return time === undefined ? '' : timeText(time, Math.min(exact, apartMs))
  }
  const isRepeated = ({ kind }: OutlineEntry) => kind === 'repeated'
  const copies = new Set(
    entries.flatMap(({ children }) => children.filter(isRepeated).flatMap((entry) => entry.children)),
  )
  return {
    name: (entry: OutlineEntry) => {
      if (copies.has(entry)) return dateOf(entry, 1000) || 'unknown time'
      return nodeName(entry.node, memories)
    },
    notes: (entry: OutlineEntry, order: Order): readonly string[] => {
      const memory = memories.get(entry.node.id)
      if (entry.kind === 'entity' && entry.children.length === 0)
        return [memoriesText(mentions.get(entry.id) ?? 0)]
      if (entry.kind === 'player') return ['the player']
      if (entry.kind === 'cluster' || entry.kind === 'entity' || memory === undefined) return []
      if (entry.kind === 'repeated') return [`the last ${dateOf(entry, DAY)}`]
      const turns = order === 'fading' ? fading.turnNotes(entry.id) : []
      if (turns.length > 0) return [...turns, importanceOf(memory)]
      const time = copies.has(entry) ? '' : dateOf(entry, MINUTE)
      return [time, ...marksOf(memory)].filter((one) => one !== '')
    },
  }
}

type SearchContext = {
  readonly fading: Fading
  readonly readAt: string
  readonly edges: readonly GraphEdge[]
}

/** What somebody is to others, in words: whoever seeks the aunt means her, and not only what is said of her. */
function relationsOf(edges: readonly GraphEdge[]): Map<string, string[]> {
  const relations = new Map<string, string[]>()
  for (const edge of edges) {
    if (edge.type !== 'relationship') continue
    const words = plainText(relationLabel(edge)).split(/\s+/)
    relations.set(edge.source, [...(relations.get(edge.source) ?? []), ...words])
  }
  return relations
}

/** What is searched, in the order of the list. */
export const searchedTexts = (
  entries: readonly OutlineEntry[],
  memories: ReadonlyMap<string, Memory>,
  { fading, readAt, edges }: SearchContext,
): Searched[] => {
  const relations = relationsOf(edges)
  const before = (days: number) => timeText(dayBefore(Date.parse(readAt), days), DAY)
  const [today, yesterday] = [before(0), before(1)]
  const recent = [...recentTimes(readAt)].map(([name, since]) => ({ name, since }))
  const scale = ageScale(timeSpan(memories.values()), readAt)
  const marksOfDay = (day: string) => [
    ...(day === today ? ['today'] : []),
    ...(day === yesterday ? ['yesterday'] : []),
    ...recent.flatMap(({ name, since }) => (day >= since ? [name] : [])),
  ]
  return (
    entries
      .flatMap((entry) => [entry, ...leavesOf(entry).filter((leaf) => leaf !== entry)])
      // Circles that are no topics of the graph.
      .filter(({ id }) => !Object.hasOwn(GROUP_LABELS, id))
      .map(({ id, node }) => {
        const plain = plainText(nodeName(node, memories))
        const memory = memories.get(id)
        if (memory === undefined)
          return {
            id,
            plain,
            marks: [...(relations.get(id) ?? []), ...(node.entityType ? [node.entityType] : [])],
          }
        const layer = memory.memoryLayer === 'ltm' ? 'long-term' : 'short-term'
        const isImportant = memory.importance >= LEAST_IMPORTANT
        const marks = [
          ...[layer, scale.find((age) => age.id === ageOf(memory, scale))?.label ?? ''],
          ...(fading.soon.has(id) ? ['fading'] : []),
          ...(isImportant ? [IMPORTANT] : []),
        ]
        const time = timeOfMemory(memory)
        if (time === undefined) return { id, plain, marks }
        const day = timeText(time, DAY)
        return { id, plain, day, marks: [...marks, ...marksOfDay(day)] }
      })
  )
}
