import type { EncounterRepository } from '../domain/encounters/ports.js'
import type { EncounterRecord } from '../domain/encounters/record.js'
import type { Database } from './database.js'
import { encounterKind } from './kinds.js'
import { createSortedIndex } from './sorted-index.js'
import type { Change } from './table.js'

export type EncounterTables = ReturnType<typeof encounterTables>

export function encounterTables(database: Database) {
  const byAccount = createSortedIndex({
    groupOf: ({ userId }: EncounterRecord) => userId,
    keyOf: ({ createdAt }) => createdAt,
  })
  return { encounters: { ...database.table(encounterKind, [byAccount]), byAccount } }
}

type EncounterDeps = { readonly database: Database; readonly tables: EncounterTables }

export function createEncounterRepository({
  database,
  tables: { encounters },
}: EncounterDeps): EncounterRepository {
  return {
    async insert(record, room) {
      const own = encounters.byAccount.slice(record.userId)
      const ended = own.filter(({ reason }) => reason !== null)
      if (own.length - ended.length >= room.maxRunning) return false
      const beyond = ended
        .reverse()
        .filter(({ endedAt }, at) => at >= room.maxEnded - 1 || (endedAt ?? '') < room.endedSince)
      const dropped = beyond.map(({ id }) => id)
      const changes = dropped.length === 0 ? [] : [encounters.remove(dropped)]
      await database.commit([encounters.put(record), ...changes])
      return true
    },
    find: async (id) => encounters.get(id),
    listRunning: async () => [...encounters.records.values()].filter(({ reason }) => reason === null),
    async update(id, change) {
      const current = encounters.get(id)
      if (current === undefined) return undefined
      const after = change(current)
      await database.commit([encounters.put(after)])
      return after
    },
  }
}

/** What goes with a character: what it said, and what was said to it. */
export function encountersOfCharacterRemoval({ encounters }: EncounterTables, characterId: string): Change[] {
  const ids = [...encounters.records.values()]
    .filter((record) => record.characterAId === characterId || record.characterBId === characterId)
    .map(({ id }) => id)
  return ids.length === 0 ? [] : [encounters.remove(ids.reverse())]
}
