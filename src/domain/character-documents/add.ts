import type { DocumentInput } from '../../contract/documents.js'
import type { Limits } from '../../contract/limits.js'
import type { CallerInSpace } from '../access.js'
import { requireBatchesEnabled } from '../batches/access.js'
import { newBatchId, type StoreBatchDeps, storeBatch } from '../batches/store-batch.js'
import { type FindCharacterDeps, findChangeableCharacter } from '../characters/access.js'
import type { CharacterRecord } from '../characters/record.js'
import type { DocumentRecord } from '../documents/record.js'
import { batchSubmitQuota } from '../limits/quotas.js'
import { type ReserveQuotaDeps, withQuota } from '../limits/reserve-quota.js'
import { requireSpaceAccess } from '../organizations/access.js'

type AddDocumentDeps = FindCharacterDeps &
  StoreBatchDeps &
  ReserveQuotaDeps & {
    readonly limits: Pick<Limits, 'batchSubmitsPerHour' | 'runningBatches'>
    readonly areBatchesEnabled: boolean
  }
type Addition = { readonly characterId: string; readonly input: DocumentInput }

/** Adds a document to a character, as a batch of its own. The input must be validated. */
export async function addDocument(
  deps: AddDocumentDeps,
  caller: CallerInSpace,
  { characterId, input }: Addition,
): Promise<DocumentRecord> {
  requireBatchesEnabled(deps)
  await requireSpaceAccess(deps, caller)
  const character = await findChangeableCharacter(deps, caller, characterId)
  return withQuota(deps, [batchSubmitQuota(deps.limits, caller.accountId)], () =>
    store(deps, character, input),
  )
}

async function store(
  deps: AddDocumentDeps,
  character: CharacterRecord,
  input: DocumentInput,
): Promise<DocumentRecord> {
  const { id: agentId, account_id, org_id, player_id } = character
  const owner = { account_id, org_id, player_id }
  const batchId = newBatchId(deps.ids)
  const { documents } = await storeBatch(deps, {
    batchId,
    now: deps.clock.now(),
    owner,
    items: [{ customId: 'document', characterId: agentId, request: null, error: null, warnings: [] }],
    characters: [],
    toFetch: [{ ownership: { agentId, ...owner, batchId, itemIndex: 0, position: 0 }, input }],
    attached: { documents: [], sources: [] },
    isSingle: true,
  })
  return documents[0] as DocumentRecord // one document was planned
}
