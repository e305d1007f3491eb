import type { Presence } from '../../domain/presence.js'
import type { CharacterSessions } from './messages.js'

/** Of which characters other workers have sessions. */
export type OtherSessions = {
  /** What another worker has told. */
  hear(worker: number, sessions: CharacterSessions): void
  /** Its sessions are gone with it. */
  forget(worker: number): void
  statusesOf(characterId: string): readonly CharacterSessions['status'][]
}

export function createOtherSessions(): OtherSessions {
  const workers = new Map<number, Map<string, CharacterSessions['status']>>()
  return {
    hear: (worker, { characterId, status }) => {
      const characters = workers.get(worker) ?? new Map<string, CharacterSessions['status']>()
      workers.set(worker, characters)
      if (status === 'stopped') characters.delete(characterId)
      else characters.set(characterId, status)
    },
    forget: (worker) => void workers.delete(worker),
    statusesOf: (characterId) =>
      [...workers.values()].flatMap((characters) => characters.get(characterId) ?? []),
  }
}

type SharedPresenceDeps = {
  readonly own: Presence
  readonly others: Pick<OtherSessions, 'statusesOf'>
  readonly tell: (sessions: CharacterSessions) => void
}

/** Knows, perhaps a moment late, of which characters other workers have sessions; counts and ends those of this process. */
export function createSharedPresence({ own, others, tell }: SharedPresenceDeps): Presence {
  const told = new Map<string, CharacterSessions['status']>()
  const tellChange = (characterId: string) => {
    const status = own.launchStatus(characterId)
    if (status === (told.get(characterId) ?? 'stopped')) return
    if (status === 'stopped') told.delete(characterId)
    else told.set(characterId, status)
    tell({ characterId, status })
  }
  return {
    ...own,
    launchStatus: (characterId) => {
      const all = [own.launchStatus(characterId), ...others.statusesOf(characterId)]
      if (all.includes('running')) return 'running'
      return all.includes('starting') ? 'starting' : 'stopped'
    },
    enter: (characterId) => {
      const place = own.enter(characterId)
      tellChange(characterId)
      return {
        opened: (close) => {
          place.opened(close)
          tellChange(characterId)
        },
        leave: () => {
          place.leave()
          tellChange(characterId)
        },
      }
    },
  }
}
