import { createHash } from 'node:crypto'
import type { Timers } from '../../../domain/clock.js'
import { domainError } from '../../../domain/errors.js'
import type { Lease, Leases } from '../../../domain/leases.js'
import type { SideSession } from '../side-session.js'

export type SharedLeases = {
  /** Names of different kinds have nothing to do with each other. */
  of(kind: string): Leases
  /** Whether any member holds one of the name. */
  isHeld(kind: string, name: string): Promise<boolean>
  /** Resolves when nobody holds one of the name. */
  untilFree(kind: string, name: string): Promise<void>
  /** Resolves when all is known here that any member had stored before the call. */
  refresh(): Promise<void>
  /** Revokes here what is not among the rows of this member any more. */
  check(): Promise<void>
}

type SharedLeasesDeps = {
  readonly member: string
  readonly session: Pick<SideSession, 'query' | 'rowsOf'>
  /** Resolves when all is known here that any member had stored before the call. */
  readonly refresh: () => Promise<void>
  readonly timers: Pick<Timers, 'sleep'>
}

const LOOK_MS = 50

type Held = { state: 'held' | 'released' | 'revoked'; listener: (() => void) | undefined }

/**
 * Leases as rows, which go with the row of their member. Who has one knows all that was stored before, by whoever had it
 * last.
 */
export function createSharedLeases(deps: SharedLeasesDeps): SharedLeases {
  const { refresh, timers } = deps
  const rows = createLeaseRows(deps)
  const own = createOwnLeases(rows.remove)
  const revoke = async (kind: string, names?: readonly string[]): Promise<number> => {
    const numbers = await rows.removeAll(kind, names)
    numbers.forEach(own.revoke)
    return numbers.length
  }
  return {
    of: (kind) => ({
      async acquire(name, slots = 1) {
        const number = await rows.insert(kind, name, slots)
        if (number === undefined) return undefined
        const lease = own.add(number)
        try {
          await refresh()
          return lease
        } catch (error) {
          lease.release()
          throw error
        }
      },
      revoke: (names) => revoke(kind, names),
      revokeAll: () => revoke(kind),
    }),
    isHeld: rows.isHeld,
    refresh,
    async untilFree(kind, name) {
      while (await rows.isHeld(kind, name)) await timers.sleep(LOOK_MS)
    },
    async check() {
      await own.giveBack()
      const before = own.numbers()
      if (before.length === 0) return
      const there = await rows.ofMember()
      for (const number of before) if (!there.has(number)) own.revoke(number)
    },
  }
}

/** The leases that this process holds, by the numbers of their rows. */
function createOwnLeases(remove: (numbers: readonly number[]) => Promise<unknown>) {
  const held = new Map<number, Held>()
  /** Could not be given back yet. */
  const returned = new Set<number>()
  const giveBack = async () => {
    const numbers = [...returned]
    if (numbers.length === 0) return
    await remove(numbers)
    for (const number of numbers) returned.delete(number)
  }
  /** False when it was not held any more. */
  const leave = (number: number, one: Held, state: Held['state']): boolean => {
    if (one.state !== 'held') return false
    one.state = state
    return held.delete(number)
  }
  const release = (number: number, one: Held) => {
    if (!leave(number, one, 'released')) return
    returned.add(number)
    // Where PostgreSQL does not answer, the next beat of this member tries again.
    giveBack().catch(() => undefined)
  }
  return {
    giveBack,
    numbers: () => [...held.keys()],
    add(number: number): Lease {
      const one: Held = { state: 'held', listener: undefined }
      held.set(number, one)
      return {
        isHeld: () => one.state === 'held',
        onRevoked(listener) {
          one.listener = listener
          if (one.state === 'revoked') listener()
        },
        release: () => release(number, one),
      }
    },
    revoke(number: number) {
      const one = held.get(number)
      if (one !== undefined && leave(number, one, 'revoked')) one.listener?.()
    },
  }
}

function createLeaseRows({ member, session }: Pick<SharedLeasesDeps, 'member' | 'session'>) {
  const query = (text: string) => session.query(text).catch(unreachable)
  const where = (kind: string, name: string) => `kind = '${kind}' and name = '${keyOf(name)}'`
  return {
    /** Undefined when all slots are taken. */
    async insert(kind: string, name: string, slots: number): Promise<number | undefined> {
      const count = `(select count(*) from parley.leases where ${where(kind, name)})`
      const answer = await session
        .rowsOf(
          `begin; select pg_advisory_xact_lock(hashtextextended('${kind} ${keyOf(name)}', ${LEASES}));
           insert into parley.leases (kind, name, member) select '${kind}', '${keyOf(name)}', '${member}'
             ${Number.isFinite(slots) ? `where ${count} < ${slots}` : ''} returning number; commit`,
        )
        .catch(unreachable)
      const number = answer[2]?.[0]?.['number']
      return number === undefined ? undefined : Number(number)
    },
    remove: (numbers: readonly number[]) =>
      session.query(`delete from parley.leases where number in (${numbers.join(', ')})`),
    /** Without names, those of the kind; resolves with their numbers. */
    async removeAll(kind: string, names?: readonly string[]): Promise<readonly number[]> {
      if (names?.length === 0) return []
      const named =
        names === undefined ? '' : `and name in (${names.map((name) => `'${keyOf(name)}'`).join(', ')})`
      const rows = await query(`delete from parley.leases where kind = '${kind}' ${named} returning number`)
      return rows.map(({ number }) => Number(number))
    },
    async isHeld(kind: string, name: string): Promise<boolean> {
      const [row] = await query(
        `select exists (select 1 from parley.leases where ${where(kind, name)}) as held`,
      )
      return row?.['held'] === true
    },
    async ofMember(): Promise<ReadonlySet<number>> {
      const rows = await query(`select number from parley.leases where member = '${member}'`)
      return new Set(rows.map(({ number }) => Number(number)))
    },
  }
}

/** Of the advisory locks of a database, those of leases begin with it. */
const LEASES = 1885434474

/** Names hold what players and clients send: no text of theirs gets into a statement. */
const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex')

const unreachable = (cause: unknown): never => {
  throw domainError('storeUnreachable', { cause })
}
