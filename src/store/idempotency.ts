import type {
  Admission,
  AdmissionRequest,
  IdempotencyLock,
  IdempotencyStore,
  Json,
} from '../domain/idempotency/ports.js'
import type { IdempotentResponse } from '../domain/idempotency/record.js'
import type { Database } from './database.js'
import type { Tables } from './tables.js'

type IdempotencyDeps = { readonly database: Database; readonly tables: Pick<Tables, 'answers'> }

type ProcessIdempotencyStore = IdempotencyStore & {
  /** Whatever is being answered is not remembered any more: the records go back to an earlier time. */
  letGo(): void
}

const REPLAY_MS = 24 * 3600 * 1000
const FORGOTTEN_AT_ONCE = 100

/** A clock that is set back does not take answers away, unless by more than they are kept. */
const isKept = ({ at }: IdempotentResponse, now: Date): boolean => Math.abs(now.getTime() - at) < REPLAY_MS

/** Who is being answered is known in memory alone, so that no crash leaves a key behind that is never free. */
export function createIdempotencyStore({
  database,
  tables: { answers },
}: IdempotencyDeps): ProcessIdempotencyStore {
  const held = new Map<string, IdempotencyLock>()

  const outdated = (now: Date) => {
    const ends = [...answers.byTime.slice(-FORGOTTEN_AT_ONCE), ...answers.byTime.slice(0, FORGOTTEN_AT_ONCE)]
    return [...new Set(ends.filter((record) => !isKept(record, now)).map(({ id }) => id))]
  }

  const holdFor = ({ id, fingerprint }: AdmissionRequest): IdempotencyLock => {
    const isHeld = () => held.get(id) === hold
    let left: 'nothing' | 'a note' | 'an answer' = 'nothing'
    const put = (value: Json, now: Date) => answers.put({ id, fingerprint, at: now.getTime(), value })

    const hold: IdempotencyLock = {
      storeWithNextWrite(value, now) {
        if (!isHeld()) return
        left = 'a note'
        const change = put(value, now)
        database.defer(`answer ${id}`, () => change)
      },
      async storeResponse(value, now) {
        if (!isHeld()) return
        const gone = outdated(now)
        const forgetting = gone.length > 0 ? [answers.remove(gone)] : []
        await database.commit([...forgetting, put(value, now)])
        left = 'an answer'
      },
      async release() {
        if (!isHeld()) return
        const erasing = left === 'a note' ? database.commit([answers.remove([id])]) : undefined
        held.delete(id)
        await erasing
      },
    }
    return hold
  }

  return {
    async admit(ask): Promise<Admission> {
      if (held.has(ask.id)) return { state: 'in_flight' }
      const answer = answers.get(ask.id)
      if (answer !== undefined && isKept(answer, ask.now)) {
        if (answer.fingerprint !== ask.fingerprint) return { state: 'reused' }
        return { state: 'answered', value: answer.value }
      }
      const hold = holdFor(ask)
      held.set(ask.id, hold)
      return { state: 'first', lock: hold }
    },
    letGo: () => held.clear(),
  }
}
