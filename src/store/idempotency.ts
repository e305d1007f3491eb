import type {
  Admission,
  AdmissionRequest,
  IdempotencyLock,
  IdempotencyStore,
} from '../domain/idempotency/ports.js'
import type { IdempotentResponse, Json } from '../domain/idempotency/record.js'
import type { Lease, Leases } from '../domain/leases.js'
import type { UnitDecision, UnitOfWork } from '../domain/unit-of-work.js'
import type { Tables } from './tables.js'

type IdempotencyDeps = UnitOfWork & {
  readonly tables: Pick<Tables, 'answers'>
  /** One for each request that is being answered. */
  readonly leases: Leases
}

type ProcessIdempotencyStore = IdempotencyStore & {
  /** Whatever is being answered is not remembered any more: the records go back to an earlier time. */
  letGo(): Promise<void>
}

const REPLAY_MS = 24 * 3600 * 1000
const FORGOTTEN_AT_ONCE = 100

/** A clock that is set back does not take answers away, unless by more than they are kept. */
const isKept = ({ at }: IdempotentResponse, now: Date): boolean => Math.abs(now.getTime() - at) < REPLAY_MS

export function createIdempotencyStore({
  transact,
  tables: { answers },
  leases,
}: IdempotencyDeps): ProcessIdempotencyStore {
  /** It depends on nothing that is stored: who holds the lease is the only one to write. */
  const write = ({ writes }: Pick<UnitDecision<void>, 'writes'>) =>
    transact({}, () => ({ writes, result: undefined }))
  const outdated = (now: Date) => {
    const ends = [...answers.byTime.slice(-FORGOTTEN_AT_ONCE), ...answers.byTime.slice(0, FORGOTTEN_AT_ONCE)]
    return [...new Set(ends.filter((record) => !isKept(record, now)).map(({ id }) => id))]
  }

  const lockOf = ({ id, fingerprint }: AdmissionRequest, lease: Lease): IdempotencyLock => {
    let left: 'nothing' | 'a note' | 'an answer' = 'nothing'
    const put = (value: Json, now: Date) =>
      ({ kind: 'answers', put: { id, fingerprint, at: now.getTime(), value } }) as const

    return {
      responseWrites(value, now) {
        if (!lease.isHeld()) return []
        left = 'a note'
        return [put(value, now)]
      },
      async storeResponse(value, now) {
        if (!lease.isHeld()) return
        await write({ writes: [{ kind: 'answers', remove: outdated(now) }, put(value, now)] })
        left = 'an answer'
      },
      async release() {
        if (!lease.isHeld()) return
        const erasing = left === 'a note' ? write({ writes: [{ kind: 'answers', remove: [id] }] }) : undefined
        lease.release()
        await erasing
      },
    }
  }

  return {
    async admit(ask): Promise<Admission> {
      const lease = await leases.acquire(ask.id)
      if (lease === undefined) return { state: 'in_flight' }
      const answer = answers.get(ask.id)
      if (answer === undefined || !isKept(answer, ask.now))
        return { state: 'first', lock: lockOf(ask, lease) }
      lease.release()
      if (answer.fingerprint !== ask.fingerprint) return { state: 'reused' }
      return { state: 'answered', value: answer.value }
    },
    letGo: async () => void (await leases.revokeAll()),
  }
}
