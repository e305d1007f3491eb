import type { ChalkInstance } from 'chalk'
import type { ConnectionState } from '../../client/create-client.js'
import { countOf } from '../memories/memory-view.js'
import { printableLine } from '../output/printable.js'
import { truncateToWidth } from '../output/text-width.js'
import type { PlayerSession } from './session/player-session.js'

/** How a chat stands: what its status line says. */
export type Standing = {
  /** Looks after another session. */
  follow(visit: Pick<PlayerSession, 'talk' | 'playerId'>): void
  /** The first text of a reply took so many milliseconds. */
  answered(ms: number): void
  /** In at most so many columns. */
  line(columns: number): string
}

const WORDS: Readonly<Record<ConnectionState, string>> = {
  connecting: 'connecting …',
  connected: 'connected',
  reconnecting: 'reconnecting …',
  disconnected: 'disconnected',
  error: 'disconnected',
}

export function createStanding({ dim }: Pick<ChalkInstance, 'dim'>, changed: () => void): Standing {
  let visit: Pick<PlayerSession, 'talk' | 'playerId'> | null = null
  let answeredMs: number | null = null
  let learned = 0
  return {
    follow: (next) => {
      if (visit?.playerId !== next.playerId) learned = 0
      visit = next
      next.talk.session.on('connectionStateChanged', changed)
      next.talk.session.on('memoryUpdated', ({ new_memories }) => {
        learned += new_memories.length
        changed()
      })
      changed()
    },
    answered: (ms) => {
      answeredMs = ms
    },
    line: (columns) => {
      if (visit === null) return ''
      const parts = [
        WORDS[visit.talk.session.state()],
        ...(answeredMs === null ? [] : [`${Math.round(answeredMs)} ms`]),
        `${countOf(learned)} learned`,
        printableLine(visit.playerId),
      ]
      return dim(truncateToWidth(`[${parts.join(' · ')}]`, columns))
    },
  }
}
