import type { Memory } from '../../contract/memories.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderFields, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { shortIds } from './short-ids.js'

type Look = {
  /** Texts are shown whole, over as many lines as they need. */
  readonly full?: boolean
}

/** Memories in rows. Of the id the beginning is enough, which leaves room for the text. */
export function renderMemories(
  terminal: Terminal,
  memories: readonly Memory[],
  { full = false }: Look = {},
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

/** The same under the name of each player. */
export function renderMemoriesByPlayer(terminal: Terminal, memories: readonly Memory[], look: Look): string {
  const players = [...new Set(memories.map(({ playerId }) => playerId))]
  return players
    .map((player) => {
      const own = memories.filter(({ playerId }) => playerId === player)
      const heading = terminal.colour.bold(`${printableLine(player)}: ${formatMemoryCount(own.length)}`)
      return `${heading}\n${renderMemories(terminal, own, look)}`
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
