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

type EncounterDeps = { readonly tables: EncounterTables }

export function createEncounterRepository({ tables: { encounters } }: EncounterDeps): EncounterRepository {
  return {
    find: async (id) => encounters.get(id),
    listRunning: async () => [...encounters.records.values()].filter(({ reason }) => reason === null),
  }
}

/** What goes with a character: what it said, and what was said to it. */
export function encountersOfCharacterRemoval({ encounters }: EncounterTables, characterId: string): Change[] {
  const ids = [...encounters.records.values()]
    .filter((record) => record.characterAId === characterId || record.characterBId === characterId)
    .map(({ id }) => id)
  return ids.length === 0 ? [] : [encounters.remove(ids.reverse())]
}
