import { additionKeys, additionWrites, charactersOf, requireCharacters } from '../documents/add-documents.js'
import { organizationKey, requireOrganization } from '../organizations/access.js'
import type { UnitOfWork } from '../unit-of-work.js'
import { type BatchCreation, batchAlreadyRunning } from './ports.js'
import { isBatchRunning } from './record.js'

/** See `BatchRepository.create`. */
export function insertBatch({ transact }: UnitOfWork, creation: BatchCreation): Promise<void> {
  const { batch, characters, maxRunningBatches, ...added } = creation
  const created = new Set(characters.map(({ id }) => id))
  const others = charactersOf(added.documents).filter((id) => !created.has(id))
  const keys = {
    running: { group: 'runningBatchesOfOwner', of: { account_id: batch.account_id, org_id: batch.org_id } },
    organizations: organizationKey(batch),
    others: { kind: 'characters', ids: others },
    ...additionKeys(added),
  } as const
  return transact(keys, ({ running, organizations, others: found, ...read }) => {
    const isOneTooMany = running.length >= maxRunningBatches && isBatchRunning(batch) && !batch.isSingle
    if (isOneTooMany && running[0] !== undefined) throw batchAlreadyRunning(running[0].id)
    requireOrganization(batch, organizations)
    requireCharacters(others, found)
    return {
      writes: [
        ...characters.map((put) => ({ kind: 'characters' as const, put })),
        ...additionWrites(added, read),
        { kind: 'batches', put: batch },
      ],
      result: undefined,
    }
  })
}
