import type { RetryBatch } from '../../contract/batch-requests.js'
import type { Batch } from '../../contract/batches.js'
import type { CallerIdentity } from '../access.js'
import { findSources } from '../documents/attach.js'
import { headersProblem } from '../documents/check-headers.js'
import { redactUrl } from '../documents/new-document.js'
import type { DocumentRecord } from '../documents/record.js'
import type { InputProblem } from '../documents/validate-input.js'
import { domainError } from '../errors.js'
import { batchCharactersQuota, batchSubmitQuota } from '../limits/quotas.js'
import { withQuota } from '../limits/reserve-quota.js'
import { type FindBatchDeps, findChangeableBatch, requireBatchesEnabled } from './access.js'
import { type ItemPlan, planItem } from './plan-item.js'
import type { BatchRepository, BatchWithDocuments } from './ports.js'
import { type BatchItemRecord, type BatchRecord, isBatchRunning } from './record.js'
import { type DocumentToFetch, newBatchId, storeBatch } from './store-batch.js'
import type { SubmitBatchDeps } from './submit.js'
import { viewBatch } from './view.js'

type RetryBatchDeps = FindBatchDeps &
  SubmitBatchDeps & { readonly batches: Pick<BatchRepository, 'find' | 'create'> }
type RetryRequest = { readonly id: string; readonly input: RetryBatch | null | undefined }

/** Starts a new batch with the failed and cancelled parts of a finished one (docs/rest.md, Batches). */
export async function retryBatch(
  deps: RetryBatchDeps,
  caller: CallerIdentity,
  { id, input }: RetryRequest,
): Promise<Batch> {
  requireBatchesEnabled(deps)
  const state = await findChangeableBatch(deps, caller, id)
  const { customIds, headers = {} } = input ?? {}
  throwProblems([...unknownIds(state, customIds ?? []), ...headerProblems(headers)])
  if (isBatchRunning(state.batch)) throw domainError('batchRunning')

  const items = itemsToRetry(state, customIds)
  if (items.length === 0) throw domainError('nothingToRetry')
  const quotas = [
    batchCharactersQuota(deps.limits, caller.accountId, items.filter(({ item }) => item.request).length),
    batchSubmitQuota(deps.limits, caller.accountId),
  ]
  return viewBatch(await withQuota(deps, quotas, () => createRetryBatch(deps, { state, items, headers })))
}

type ItemToRetry = {
  readonly item: BatchItemRecord
  /** The documents to download again; empty for an item whose character could not be created. */
  readonly documents: readonly DocumentRecord[]
}

function itemsToRetry(
  { batch, documents }: BatchWithDocuments,
  customIds: RetryBatch['customIds'],
): ItemToRetry[] {
  const retryable = documents.filter(({ status }) => status === 'failed' || status === 'cancelled')
  return batch.items
    .map((item, index) => ({ item, documents: retryable.filter(({ itemIndex }) => itemIndex === index) }))
    .filter(({ item }) => !customIds || customIds.includes(item.customId))
    .filter((entry) => entry.item.request !== null || entry.documents.length > 0)
}

type RetryPlan = {
  readonly state: BatchWithDocuments
  readonly items: readonly ItemToRetry[]
  readonly headers: NonNullable<RetryBatch['headers']>
}

async function createRetryBatch(
  deps: RetryBatchDeps,
  { state: { batch }, items, headers }: RetryPlan,
): Promise<BatchWithDocuments> {
  const now = deps.clock.now()
  const batchId = newBatchId(deps.ids)
  const { account_id, org_id, player_id, isSingle, id: retryOf } = batch
  const plans = await Promise.all(
    items.map(({ item, documents }, index) =>
      item.request === null
        ? planDocuments(item, documents, { batchId, index })
        : planCharacter(deps, item.request, { batch, batchId, index, now: now.toISOString() }),
    ),
  )
  return storeBatch(deps, {
    batchId,
    now,
    owner: { account_id, org_id, player_id },
    items: plans.map(({ item }) => item),
    characters: plans.flatMap(({ characters }) => characters),
    toFetch: plans
      .flatMap(({ toFetch: fetched }) => fetched)
      .map((document) => withGivenHeaders(document, headers)),
    attached: {
      documents: plans.flatMap(({ attached }) => attached.documents),
      sources: plans.flatMap(({ attached }) => attached.sources),
    },
    isSingle,
    retryOf,
  })
}

type ItemPosition = { readonly batchId: string; readonly index: number }

/** Plans the item again from its stored request; documents deleted since then become warnings. */
async function planCharacter(
  deps: RetryBatchDeps,
  request: NonNullable<BatchItemRecord['request']>,
  { batch, ...position }: ItemPosition & { readonly batch: BatchRecord; readonly now: string },
): Promise<ItemPlan> {
  const owner = { accountId: batch.account_id, orgId: batch.org_id, playerId: batch.player_id }
  const found = await findSources(deps, owner, { ids: request.document_ids, customId: request.customId })
  return planItem(deps, { request, owner, ...position, ...found })
}

const planDocuments = (
  item: BatchItemRecord,
  documents: readonly DocumentRecord[],
  position: ItemPosition,
): ItemPlan => ({
  item: { ...item, warnings: [] },
  characters: [],
  toFetch: planRefetch(documents, position),
  attached: { documents: [], sources: [] },
})

const planRefetch = (
  documents: readonly DocumentRecord[],
  { batchId, index: itemIndex }: ItemPosition,
): DocumentToFetch[] =>
  documents.map(({ agentId, account_id, org_id, player_id, url, filename, isNamed }, position) => ({
    ownership: { agentId, account_id, org_id, player_id, batchId, itemIndex, position },
    input: isNamed ? { url, name: filename } : { url },
  }))

const withGivenHeaders = (document: DocumentToFetch, headers: RetryPlan['headers']): DocumentToFetch => {
  const given = headers[redactUrl(document.input.url)]
  return given === undefined ? document : { ...document, input: { ...document.input, headers: given } }
}

const unknownIds = ({ batch }: BatchWithDocuments, customIds: readonly string[]): InputProblem[] =>
  customIds.flatMap((customId, index) =>
    batch.items.some((item) => item.customId === customId)
      ? []
      : [
          {
            loc: ['body', 'customIds', index],
            msg: 'Input should be the customId of an item of the batch',
            type: 'value_error',
          },
        ],
  )

const headerProblems = (headers: RetryPlan['headers']): InputProblem[] =>
  Object.entries(headers).flatMap(([url, given]) => {
    const msg = headersProblem(given)
    return msg === undefined ? [] : [{ loc: ['body', 'headers', url], msg, type: msg }]
  })

function throwProblems(problems: readonly InputProblem[]): void {
  if (problems.length > 0) throw domainError('invalidFields', problems)
}
