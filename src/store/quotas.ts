import type { QuotaRefusal, QuotaRequest, QuotaReservation, QuotaStore } from '../domain/limits/ports.js'
import { checkQuota, lastResetAt, laterRefusal } from '../domain/limits/quota-windows.js'
import type { QuotaUsageRecord } from '../domain/limits/record.js'
import type { UnitDecision, UnitOfWork, UnitWrite } from '../domain/unit-of-work.js'
import type { Tables } from './tables.js'

type QuotaDeps = UnitOfWork & {
  readonly tables: Pick<Tables, 'takes'>
  readonly nextTakeId: () => number
}

/** More than a call adds, so that what nobody asks for any more goes, and few enough to cost nothing. */
const FORGOTTEN_AT_ONCE = 100

/** A record for each take: a line of the journal says what changed, however much a window holds. */
export function createQuotaStore({ transact, tables: { takes }, nextTakeId }: QuotaDeps): QuotaStore {
  let lastId = 0
  /** Also after a reset, so that a reservation from before it releases nobody else's. */
  const freshId = () => {
    lastId = Math.max(lastId + 1, nextTakeId())
    return lastId
  }
  /** What no window holds and what is still to come: it goes whatever else is decided. */
  const outdated = (now: number) => {
    const past = takes.byEnd.slice(0, FORGOTTEN_AT_ONCE).filter(({ until }) => until <= now)
    const future = takes.byTime.slice(-FORGOTTEN_AT_ONCE).filter(({ at }) => at > now)
    return [...future, ...past]
  }
  const reservationOf = (ids: readonly number[]): QuotaReservation => ({
    release: () =>
      transact({ own: { kind: 'takes', ids } }, ({ own }) => ({ writes: removal(own), result: undefined })),
  })

  return {
    async consume<T extends QuotaRequest>(now: Date, wanted: readonly T[]) {
      refuseTwice(wanted)
      const time = now.getTime()
      const keys = { used: { group: 'takesOfKeys', of: wanted.map(({ key }) => key) } } as const
      type Outcome = { readonly refusal?: QuotaRefusal<T>; readonly ids: readonly number[] }
      const { refusal, ids } = await transact(keys, ({ used }): UnitDecision<Outcome> => {
        const writes = removal([...outdated(time), ...used.filter(({ at }) => at > time)])
        const refusal = firstRefusal(wanted, used, time)
        if (refusal !== undefined) return { writes, result: { refusal, ids: [] } }
        const records = wanted.flatMap((take) => recordsOf(take, time, freshId))
        const added = records.map((put) => ({ kind: 'takes' as const, put }))
        return { writes: [...writes, ...added], result: { ids: records.map(({ id }) => id) } }
      })
      return refusal === undefined ? { reservation: reservationOf(ids) } : { refusal }
    },
  }
}

const firstRefusal = <T extends QuotaRequest>(
  wanted: readonly T[],
  used: readonly QuotaUsageRecord[],
  now: number,
): QuotaRefusal<T> | undefined =>
  wanted
    .map((take) => {
      const held = used.filter(({ key, at }) => key === take.key && at <= now)
      return checkQuota(take, held, now)
    })
    .reduce<QuotaRefusal<T> | undefined>(laterRefusal, undefined)

const removal = (records: readonly QuotaUsageRecord[]): UnitWrite[] => {
  const ids = [...new Set(records.map(({ id }) => id))]
  return ids.length === 0 ? [] : [{ kind: 'takes', remove: ids }]
}

function recordsOf(take: QuotaRequest, at: number, freshId: () => number): QuotaUsageRecord[] {
  const until = lastResetAt(take, at)
  if (take.amount === 0 || until === undefined) return []
  return [{ id: freshId(), key: take.key, at, amount: take.amount, until }]
}

/** Each would find the room that the other takes. */
function refuseTwice(takes: readonly QuotaRequest[]): void {
  const keys = new Set(takes.map(({ key }) => key))
  if (keys.size < takes.length) throw new Error('a key stands twice in one take')
}
