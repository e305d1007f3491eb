import type { ChalkInstance } from 'chalk'
import type { ConnectionState } from '../../client/create-client.js'
import { formatMemoryCount } from '../memories/memory-view.js'
import { printableLine } from '../output/printable.js'
import { truncateToWidth } from '../output/text-width.js'
import type { PlayerSession } from './session/player-session.js'

/** How a chat stands: what its status line says. */
export type ChatStatusLine = {
  /** Looks after another session. */
  trackSession(visit: Pick<PlayerSession, 'talk' | 'playerId'>): void
  /** The first text of a reply took so many milliseconds. */
  setLatency(ms: number): void
  /** In at most so many columns. */
  render(columns: number): string
}

const WORDS: Readonly<Record<ConnectionState, string>> = {
  connecting: 'connecting …',
  connected: 'connected',
  reconnecting: 'reconnecting …',
  disconnected: 'disconnected',
  error: 'disconnected',
}

export function createChatStatusLine(
  { dim }: Pick<ChalkInstance, 'dim'>,
  changed: () => void,
): ChatStatusLine {
  let visit: Pick<PlayerSession, 'talk' | 'playerId'> | null = null
  let answeredMs: number | null = null
  let learned = 0
  return {
    trackSession: (next) => {
      if (visit?.playerId !== next.playerId) learned = 0
      visit = next
      next.talk.session.on('connectionStateChanged', changed)
      next.talk.session.on('memoryUpdated', ({ new_memories }) => {
        learned += new_memories.length
        changed()
      })
      changed()
    },
    setLatency: (ms) => {
      answeredMs = ms
    },
    render: (columns) => {
      if (visit === null) return ''
      const parts = [
        WORDS[visit.talk.session.state()],
        ...(answeredMs === null ? [] : [`${Math.round(answeredMs)} ms`]),
        `${formatMemoryCount(learned)} learned`,
        printableLine(visit.playerId),
      ]
      return dim(truncateToWidth(`[${parts.join(' · ')}]`, columns))
    },
  }
}
