import { type CopiedRecords, copyStore, verifyStores } from '../../store/copy.js'
import { createLog } from '../observability/log.js'
import { toStartError } from '../process/start-error.js'
import { createTimers } from '../process/timers.js'

export type { CopiedRecords } from '../../store/copy.js'

type Addresses = { readonly from: string; readonly to: string }

/** Copies all records to an empty store. Throws a StartError that says why not. */
export const copyRecords = (addresses: Addresses): Promise<CopiedRecords> =>
  copyStore({ ...addresses, log: createLog('warn'), timers: createTimers() }).catch(explain(addresses))

/** Compares all records of two stores. Throws a StartError that names the first difference. */
export const verifyRecords = (addresses: Addresses): Promise<CopiedRecords> =>
  verifyStores({ ...addresses, timers: createTimers() }).catch(explain(addresses))

const explain =
  ({ to }: Addresses) =>
  (error: unknown): never => {
    throw toStartError(error, { dataDir: to })
  }
