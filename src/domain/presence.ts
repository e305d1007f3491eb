import type { Character } from '../contract/characters.js'

/** One session's place, held from before it is set up until everything it had to store is stored. */
export interface SessionPlace {
  /** The session talks; `close` ends it, and resolves when what it had to store is stored. */
  opened(close: () => Promise<void>): void
  /** Does nothing for one that has left. */
  leave(): void
}

/**
 * Who is connected just now. Nothing of it is stored: a process that dies takes its sessions along. Processes that share a
 * presence would see one another's, perhaps a moment late; each ends its own.
 */
export interface Presence {
  /** `starting` while all sessions of the character are still being set up. */
  launchStatus(characterId: string): Character['launch_status']
  /** Live sessions, those still being set up included. */
  count(): number
  enter(characterId: string): SessionPlace
  /** Ends every open session of this process; resolves when what they had to store is stored. */
  closeAll(): Promise<void>
}

type Entry = { close: (() => Promise<void>) | undefined }

/** Of one process. */
export function createInProcessPresence(): Presence {
  const characters = new Map<string, Set<Entry>>()
  const entries = new Set<Entry>()

  return {
    count: () => entries.size,
    launchStatus: (characterId) => {
      const sessions = characters.get(characterId)
      if (sessions === undefined) return 'stopped'
      return [...sessions].some(({ close }) => close !== undefined) ? 'running' : 'starting'
    },
    enter: (characterId) => {
      const entry: Entry = { close: undefined }
      const sessions = characters.get(characterId) ?? new Set()
      characters.set(characterId, sessions.add(entry))
      entries.add(entry)
      return {
        opened: (close) => {
          entry.close = close
        },
        leave: () => {
          // Leaving twice must not remove the set of those who came in between.
          if (!entries.delete(entry)) return
          sessions.delete(entry)
          if (sessions.size === 0) characters.delete(characterId)
        },
      }
    },
    closeAll: async () => {
      await Promise.all([...entries].map(({ close }) => close?.()))
    },
  }
}
