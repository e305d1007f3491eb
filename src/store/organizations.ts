import type { OrganizationRepository } from '../domain/organizations/ports.js'
import type { OrganizationRecord } from '../domain/organizations/record.js'
import { acquaintanceRemoval } from './acquaintances.js'
import { characterRemoval } from './characters.js'
import type { Database } from './database.js'
import type { EncounterTables } from './encounters.js'
import type { MemoryTables } from './memory-tables.js'
import type { Orphans } from './orphans.js'
import { ownerKey } from './owner-key.js'
import type { ShareTables } from './shares.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type OrganizationDeps = {
  readonly database: Database
  readonly tables: Pick<
    Tables,
    'organizations' | 'characters' | 'documents' | 'batches' | 'conversations' | 'messages' | 'prompts'
  > &
    MemoryTables &
    ShareTables &
    EncounterTables
  readonly leftovers: Pick<Orphans, 'removalOf' | 'removeAll'>
  /** Resolves when nothing that was removed before the call is left on disk. */
  readonly erase: () => Promise<void>
}

type DurableOrganizationStore = OrganizationRepository & {
  /** Carries out to the end what a crash has interrupted. For the start only. */
  finishPurges(): Promise<void>
}

export function createOrganizationRepository(deps: OrganizationDeps): DurableOrganizationStore {
  const { database, tables, leftovers, erase } = deps
  const { organizations } = tables

  /** The record goes last: as long as it is there, a start knows that something may still lie on disk. */
  const finish = async (ids: readonly string[]) => {
    await erase()
    await database.commit([organizations.remove(ids)])
  }

  const emptying = (current: OrganizationRecord): Change[] => {
    const { id } = current
    const owner = ownerKey({ account_id: '', org_id: id })
    const owned = tables.characters.byOwner.slice(owner).reverse()
    const characterIds = owned.map((character) => character.id)
    const known = acquaintanceRemoval(deps, { orgId: id, characterIds })
    const batchIds = tables.batches.byOwner.slice(owner).map((batch) => batch.id)
    return [
      organizations.put(emptied(current)),
      ...owned.flatMap((character) => characterRemoval({ tables, leftovers }, character.id)),
      ...known.changes,
      ...(batchIds.length === 0 ? [] : [tables.batches.remove(batchIds.reverse())]),
    ]
  }

  return {
    insert: (record) =>
      database.decide(() => {
        if (organizations.get(record.id) !== undefined)
          throw new Error(`organization ${record.id} is already stored`)
        return { changes: [organizations.put(record)], result: undefined }
      }),
    find: async (id) => organizations.get(id),
    // Asked for by people, never on the way to a character, and there are few of them: no index.
    list: async (accountId) =>
      [...organizations.records.values()]
        .filter(({ members }) => members.some((member) => member.accountId === accountId))
        .sort(newestFirst),
    async purge(id) {
      const isFound = await database.decide(() => {
        const current = organizations.get(id)
        return current === undefined ? { result: false } : { changes: emptying(current), result: true }
      })
      if (!isFound) return
      // Also what a deletion before this one, or another purge, is still about.
      await leftovers.removeAll()
      await finish([id])
    },
    async finishPurges() {
      const purged = [...organizations.records.values()].filter(({ isPurged }) => isPurged)
      if (purged.length > 0) await finish(purged.map(({ id }) => id))
    },
  }
}

/** What must not be found again is gone; whoever owned it can still call for the rest of the purge. */
const emptied = (organization: OrganizationRecord): OrganizationRecord => ({
  ...organization,
  name: '',
  deletedAt: organization.deletedAt ?? organization.createdAt,
  members: organization.members.filter(({ accountId }) => accountId === organization.ownerId),
  isPurged: true,
})

function newestFirst(a: OrganizationRecord, b: OrganizationRecord): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return a.id < b.id ? -1 : 1
}
