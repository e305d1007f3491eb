import type { Character } from '../contract/characters.js'

export type LaunchStatus = Character['launch_status']

/** One session's place, held from before it is set up until everything it had to store is stored. */
export interface SessionPlace {
  /** The session talks; `close` ends it, and resolves when what it had to store is stored. */
  opened(close: () => Promise<void>): void
  /** Does nothing for one that has left. */
  leave(): void
}

/**
 * Who is connected just now. Nothing of it is stored: a process that dies takes its sessions along. Processes that serve the
 * same records see one another's characters a moment late; each counts and ends its own sessions.
 */
export interface Presence {
  /** `starting` while all sessions of the character are still being set up. Those of all processes count. */
  launchStatus(characterId: string): LaunchStatus
  /** Live sessions of this process, those still being set up included. */
  count(): number
  enter(characterId: string): SessionPlace
  /** Ends every open session of this process; resolves when what they had to store is stored. */
  closeAll(): Promise<void>
}

/** Who is connected to the other processes, which is known a moment late. */
export interface Elsewhere {
  /** Lets the others know what `read` returns for the characters of this process that are not stopped. */
  share(read: () => ReadonlyMap<string, LaunchStatus>): void
  launchStatuses(characterId: string): readonly LaunchStatus[]
}

const BUSIEST_FIRST: readonly LaunchStatus[] = ['running', 'starting']

type Entry = { close: (() => Promise<void>) | undefined }

/** Of one process, beside others if there are any. */
export function createInProcessPresence(elsewhere?: Elsewhere): Presence {
  const characters = new Map<string, Set<Entry>>()
  const entries = new Set<Entry>()
  const statusOf = (sessions: ReadonlySet<Entry> | undefined): LaunchStatus => {
    if (sessions === undefined) return 'stopped'
    return [...sessions].some(({ close }) => close !== undefined) ? 'running' : 'starting'
  }
  elsewhere?.share(() => new Map([...characters].map(([id, sessions]) => [id, statusOf(sessions)])))

  return {
    count: () => entries.size,
    launchStatus: (characterId) => {
      const own = statusOf(characters.get(characterId))
      if (own === 'running' || elsewhere === undefined) return own
      const all = [own, ...elsewhere.launchStatuses(characterId)]
      return BUSIEST_FIRST.find((status) => all.includes(status)) ?? own
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
