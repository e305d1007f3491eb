import { type CoreFact, MEMORY_TYPES, type Memory } from '../../contract/memories.js'
import type { MemoryStats } from '../../contract/memory-views.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderFields, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

type ListOptions = {
  /** Long texts are wrapped instead of truncated. */
  readonly full?: boolean
}

/** Renders memories as a table. Ids are shortened, which leaves space for the text. */
export function renderMemories(
  terminal: Terminal,
  memories: readonly Memory[],
  { full = false }: ListOptions = {},
): string {
  const short = shortIds(memories.map(({ id }) => id))
  const columns: readonly Column<Memory>[] = [
    { title: 'ID', value: ({ id }) => short(id) },
    { title: 'TYPE', value: ({ memoryType }) => memoryType },
    { title: 'LAYER', value: ({ memoryLayer }) => memoryLayer },
    { title: 'SINCE', value: ({ createdAt }) => formatDay(createdAt) },
    { title: 'MEMORY', value: ({ content }) => content, width: 'rest', wraps: full },
  ]
  return renderTable(terminal, columns, memories)
}

/** Renders one table for each player. */
export function renderMemoriesByPlayer(
  terminal: Terminal,
  memories: readonly Memory[],
  options: ListOptions,
): string {
  const players = [...new Set(memories.map(({ playerId }) => playerId))]
  return players
    .map((player) => {
      const own = memories.filter(({ playerId }) => playerId === player)
      const heading = terminal.colour.bold(`${printableLine(player)}: ${formatMemoryCount(own.length)}`)
      return `${heading}\n${renderMemories(terminal, own, options)}`
    })
    .join('\n\n')
}

export const renderMemory = (terminal: Terminal, memory: Memory): string =>
  renderFields(terminal, [
    ['id', memory.id],
    ['memory', memory.content],
    ['player', printableLine(memory.playerId)],
    ['type', memory.memoryType],
    ['layer', memory.memoryLayer],
    ['status', memory.status],
    ['importance', String(memory.importance)],
    ['confidence', String(memory.confidence)],
    ['source', memory.source],
    ['quote', memory.sourceQuote],
    ['conversation', memory.sourceConversationId],
    ['said', readableTime(memory.sourceMessageTimestamp) || null],
    ['since', readableTime(memory.createdAt)],
    ['changed', readableTime(memory.updatedAt) || null],
    ['used', memory.accessCount === 0 ? null : usesOf(memory)],
  ])

const usesOf = ({ accessCount, lastAccessedAt }: Memory): string =>
  `${accessCount === 1 ? 'once' : `${accessCount} times`}${lastAccessedAt === null ? '' : `, last ${readableTime(lastAccessedAt)}`}`

export const formatMemoryCount = (count: number): string => (count === 1 ? '1 memory' : `${count} memories`)

export const formatDay = (time: string): string => readableTime(time).slice(0, 10)

type Hit = { readonly memoryId: string; readonly similarity: number; readonly content: string }

export function renderHits(
  terminal: Terminal,
  hits: readonly Hit[],
  { full }: { readonly full: boolean },
): string {
  const short = shortIds(hits.map(({ memoryId }) => memoryId))
  const columns: readonly Column<Hit>[] = [
    { title: 'ID', value: ({ memoryId }) => short(memoryId) },
    { title: 'SIMILARITY', value: ({ similarity }) => similarity.toFixed(3) },
    { title: 'MEMORY', value: ({ content }) => content, width: 'rest', wraps: full },
  ]
  return renderTable(terminal, columns, hits)
}

export function renderFacts(terminal: Terminal, facts: readonly CoreFact[]): string {
  const short = shortIds(facts.map(({ sourceMemoryId }) => sourceMemoryId))
  const columns: readonly Column<CoreFact>[] = [
    { title: 'MEMORY', value: ({ sourceMemoryId }) => short(sourceMemoryId) },
    { title: 'SINCE', value: ({ updatedAt, createdAt }) => formatDay(updatedAt ?? createdAt) },
    { title: 'FACT', value: ({ factKey }) => factKey, width: 24 },
    { title: 'VALUE', value: ({ factValue }) => factValue, width: 'rest', wraps: true },
  ]
  return renderTable(terminal, columns, facts)
}

/** Renders counts. Types without memories are omitted, as by the service. */
export const renderMemoryStats = (terminal: Terminal, stats: MemoryStats): string =>
  renderFields(terminal, [
    ['active', `${stats.totalActive}: ${stats.byLayer.ltm} long-term, ${stats.byLayer.stm} short-term`],
    ...MEMORY_TYPES.map((type): [string, string | null] => {
      const count = stats.byType[type]
      return [`  ${type}`, count ? String(count) : null]
    }),
    ['superseded', String(stats.totalSuperseded)],
    ['decayed', String(stats.totalDecayed)],
    ['core facts', String(stats.coreFacts)],
    ['7 days', `${stats.recentPromotions7d} promoted, ${stats.recentDemotions7d} demoted`],
    ['last change of layer', readableTime(stats.lastLayerTransferAt) || null],
  ])

/** The minimum length of a shortened id. */
export const SHORT_ID = 8

/** Shortens ids that are shown together to the shortest common length at which they stay unique. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const unique = new Set(ids)
  const longest = Math.max(SHORT_ID, ...ids.map((id) => id.length))
  for (let length = SHORT_ID; length < longest; length += 1) {
    if (new Set([...unique].map((id) => id.slice(0, length))).size === unique.size) {
      return (id) => id.slice(0, length)
    }
  }
  return (id) => id
}
