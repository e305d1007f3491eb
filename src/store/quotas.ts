import type {
  ConsumeResult,
  QuotaRefusal,
  QuotaRequest,
  QuotaReservation,
  QuotaStore,
} from '../domain/limits/ports.js'
import { checkQuota, lastResetAt, laterRefusal } from '../domain/limits/quota-windows.js'
import type { QuotaUsageRecord } from '../domain/limits/record.js'
import type { Database } from './database.js'
import type { Id } from './kind.js'
import type { Tables } from './tables.js'

type QuotaDeps = {
  readonly database: Database
  readonly tables: Pick<Tables, 'takes'>
  readonly nextTakeId: () => number
}

/** More than a call adds, so that what nobody asks for any more goes, and few enough to cost nothing. */
const FORGOTTEN_AT_ONCE = 100

/** A record for each take: a line of the journal says what changed, however much a window holds. */
export function createQuotaStore({ database, tables: { takes }, nextTakeId }: QuotaDeps): QuotaStore {
  /** The ids of what no window holds and of what is still to come. */
  const outdated = (now: number): Id[] => {
    const past = takes.byEnd.slice(0, FORGOTTEN_AT_ONCE).filter(({ until }) => until <= now)
    const future = takes.byTime.slice(-FORGOTTEN_AT_ONCE).filter(({ at }) => at > now)
    return [...new Set([...future, ...past].map(({ id }) => id))]
  }
  const futureOf = (key: string, now: number): Id[] =>
    takes.byKey
      .slice(key)
      .filter(({ at }) => at > now)
      .map(({ id }) => id)

  const heldBy = (key: string, now: number) => takes.byKey.slice(key).filter(({ at }) => at <= now)

  /** Of records that are stored, durable or not. */
  const reservationOf = (records: readonly QuotaUsageRecord[]): QuotaReservation => {
    const stored = records.map(({ id }) => ({ id, version: takes.versionOf(id) }))
    return {
      async release() {
        // After a reset, another record may have the id.
        const own = stored.filter(
          ({ id, version }) => version !== undefined && takes.versionOf(id) === version,
        )
        await database.commit(own.length > 0 ? [takes.remove(own.map(({ id }) => id))] : [])
      },
    }
  }

  return {
    async consume<T extends QuotaRequest>(now: Date, wanted: readonly T[]): Promise<ConsumeResult<T>> {
      refuseTwice(wanted)
      const time = now.getTime()
      const gone = new Set([...outdated(time), ...wanted.flatMap(({ key }) => futureOf(key, time))])
      const forgetting = gone.size > 0 ? [takes.remove([...gone])] : []
      const refusal = wanted
        .map((take) => checkQuota(take, heldBy(take.key, time), time))
        .reduce<QuotaRefusal<T> | undefined>(laterRefusal, undefined)
      if (refusal !== undefined) {
        await database.commit(forgetting)
        return { refusal }
      }
      const records = wanted.flatMap((take) => recordsOf(take, time, nextTakeId))
      const written = database.commit([...forgetting, ...records.map((record) => takes.put(record))])
      const reservation = reservationOf(records)
      await written
      return { reservation }
    },
  }
}

function recordsOf(take: QuotaRequest, at: number, nextTakeId: () => number): QuotaUsageRecord[] {
  const until = lastResetAt(take, at)
  if (take.amount === 0 || until === undefined) return []
  return [{ id: nextTakeId(), key: take.key, at, amount: take.amount, until }]
}

/** Each would find the room that the other takes. */
function refuseTwice(takes: readonly QuotaRequest[]): void {
  const keys = new Set(takes.map(({ key }) => key))
  if (keys.size < takes.length) throw new Error('a key stands twice in one take')
}
