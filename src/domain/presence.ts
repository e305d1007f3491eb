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
  /**
   * Lets the others know what `read` returns for the characters of this process that are not stopped: the very same map as
   * long as nothing has changed.
   */
  share(read: () => ReadonlyMap<string, LaunchStatus>): void
  launchStatuses(characterId: string): readonly LaunchStatus[]
}

const BUSIEST_FIRST: readonly LaunchStatus[] = ['running', 'starting']

type Entry = { close: (() => Promise<void>) | undefined }
/** How many sessions a character has, and how many of them talk. */
type Sessions = { readonly all: number; readonly open: number }
const NO_SESSIONS: Sessions = { all: 0, open: 0 }

const statusOf = ({ all, open }: Sessions): LaunchStatus => {
  if (all === 0) return 'stopped'
  return open > 0 ? 'running' : 'starting'
}

/** Of one process, beside others if there are any. */
export function createInProcessPresence(elsewhere?: Elsewhere): Presence {
  const characters = new Map<string, Sessions>()
  const entries = new Set<Entry>()
  const sessionsOf = (characterId: string) => characters.get(characterId) ?? NO_SESSIONS
  /** Undefined when it has to be made anew. */
  let shared: ReadonlyMap<string, LaunchStatus> | undefined
  elsewhere?.share(() => {
    shared ??= new Map([...characters].map(([id, sessions]) => [id, statusOf(sessions)]))
    return shared
  })
  const add = (characterId: string, { all, open }: Sessions) => {
    const before = sessionsOf(characterId)
    const after = { all: before.all + all, open: before.open + open }
    if (after.all === 0) characters.delete(characterId)
    else characters.set(characterId, after)
    if (statusOf(before) !== statusOf(after)) shared = undefined
  }

  return {
    count: () => entries.size,
    launchStatus: (characterId) => {
      const own = statusOf(sessionsOf(characterId))
      if (own === 'running' || elsewhere === undefined) return own
      const all = [own, ...elsewhere.launchStatuses(characterId)]
      return BUSIEST_FIRST.find((status) => all.includes(status)) ?? own
    },
    enter: (characterId) => {
      const entry: Entry = { close: undefined }
      entries.add(entry)
      add(characterId, { all: 1, open: 0 })
      return {
        opened: (close) => {
          if (!entries.has(entry)) return
          if (entry.close === undefined) add(characterId, { all: 0, open: 1 })
          entry.close = close
        },
        leave: () => {
          // Leaving twice must not take away from those who came in between.
          if (entries.delete(entry)) add(characterId, { all: -1, open: entry.close === undefined ? 0 : -1 })
        },
      }
    },
    closeAll: async () => {
      await Promise.all([...entries].map(({ close }) => close?.()))
    },
  }
}
