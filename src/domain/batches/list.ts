import type { Static } from 'typebox'
import { type Batch, listBatches as operation } from '../../contract/batches.js'
import type { Caller } from '../access.js'
import type { Clock } from '../clock.js'
import { withDefaults } from '../defaults.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import type { BatchRepository } from './ports.js'
import { viewBatch } from './view.js'

const Query = operation.schema.querystring

type ListBatchesDeps = FindOrganizationDeps & {
  readonly batches: Pick<BatchRepository, 'list'>
  readonly clock: Pick<Clock, 'now'>
}
type BatchPage = { batches: Batch[]; total: number; limit: number; offset: number }

/** The batches of the space that the caller acts in, newest first; a player sees only their own. */
export async function listBatches(
  { batches, organizations, clock }: ListBatchesDeps,
  { accountId, playerId, orgId }: Pick<Caller, 'accountId' | 'playerId' | 'orgId'>,
  query: Static<typeof Query>,
): Promise<BatchPage> {
  await requireSpaceAccess({ organizations }, { accountId, orgId })
  const page = withDefaults(Query, query, ['limit', 'offset'])
  const expiresAfter = clock.now().toISOString()
  const found = await batches.list({ accountId, orgId, playerId, expiresAfter, ...page })
  return { batches: found.batches.map(viewBatch), total: found.total, limit: page.limit, offset: page.offset }
}
