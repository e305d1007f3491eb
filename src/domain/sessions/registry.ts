import type { Presence } from '../characters/ports.js'

/** One session's place, held from before it is set up until everything it had to store is stored. */
export interface SessionPlace {
  opened(close: () => Promise<void>): void
  leave(): void
}

/** The live sessions of this server. */
export interface SessionRegistry extends Presence {
  /** Live sessions, those still being set up included. */
  count(): number
  enter(characterId: string): SessionPlace
  /** Ends every open session; resolves when what they had to store is stored. */
  closeAll(): Promise<void>
}

type Entry = { close: (() => Promise<void>) | undefined }

export function createSessionRegistry(): SessionRegistry {
  const characters = new Map<string, Set<Entry>>()
  const entries = () => [...characters.values()].flatMap((sessions) => [...sessions])

  return {
    count: () => entries().length,
    launchStatus: (characterId) => {
      const sessions = characters.get(characterId)
      if (sessions === undefined) return 'stopped'
      return [...sessions].some(({ close }) => close !== undefined) ? 'running' : 'starting'
    },
    enter: (characterId) => enter(characters, characterId),
    closeAll: async () => {
      await Promise.all(entries().map(({ close }) => close?.()))
    },
  }
}

function enter(characters: Map<string, Set<Entry>>, characterId: string): SessionPlace {
  const entry: Entry = { close: undefined }
  const sessions = characters.get(characterId) ?? new Set()
  characters.set(characterId, sessions.add(entry))
  return {
    opened: (close) => {
      entry.close = close
    },
    leave: () => {
      // Leaving twice must not remove the set of those who came in between.
      if (sessions.delete(entry) && sessions.size === 0) characters.delete(characterId)
    },
  }
}
