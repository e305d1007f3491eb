import type { BatchWithItems } from '../../contract/batches.js'
import type { Caller } from '../access.js'
import { type FindBatchDeps, findReadableBatch } from './access.js'
import { viewBatchWithItems } from './view.js'

export const getBatch = async (
  deps: FindBatchDeps,
  caller: Pick<Caller, 'accountId' | 'playerId'>,
  id: string,
): Promise<BatchWithItems> => viewBatchWithItems(await findReadableBatch(deps, caller, id))
