import type { ChalkInstance } from 'chalk'
import type { ConnectionState } from '../../client/create-client.js'
import { formatMemoryCount } from '../memories/memory-view.js'
import { printableLine } from '../output/printable.js'
import { truncateToWidth } from '../output/text-width.js'
import type { PlayerSession } from './session/player-session.js'

/** The status line of a chat: connection, latency, memories learned, player. */
export type ChatStatusLine = {
  /** Shows this session from now on. */
  trackSession(session: Pick<PlayerSession, 'talk' | 'playerId'>): void
  /** Sets the time until the first text of a reply, in milliseconds. */
  setLatency(ms: number): void
  /** The line, cut to this width. */
  render(columns: number): string
}

const STATE_LABELS: Readonly<Record<ConnectionState, string>> = {
  connecting: 'connecting …',
  connected: 'connected',
  reconnecting: 'reconnecting …',
  disconnected: 'disconnected',
  error: 'disconnected',
}

export function createChatStatusLine(
  { dim }: Pick<ChalkInstance, 'dim'>,
  onChange: () => void,
): ChatStatusLine {
  let current: Pick<PlayerSession, 'talk' | 'playerId'> | null = null
  let latencyMs: number | null = null
  let learnedCount = 0
  return {
    trackSession: (next) => {
      if (current?.playerId !== next.playerId) learnedCount = 0
      current = next
      next.talk.session.on('connectionStateChanged', onChange)
      next.talk.session.on('memoryUpdated', ({ new_memories }) => {
        learnedCount += new_memories.length
        onChange()
      })
      onChange()
    },
    setLatency: (ms) => {
      latencyMs = ms
    },
    render: (columns) => {
      if (current === null) return ''
      const parts = [
        STATE_LABELS[current.talk.session.state()],
        ...(latencyMs === null ? [] : [`${Math.round(latencyMs)} ms`]),
        `${formatMemoryCount(learnedCount)} learned`,
        printableLine(current.playerId),
      ]
      return dim(truncateToWidth(`[${parts.join(' · ')}]`, columns))
    },
  }
}
