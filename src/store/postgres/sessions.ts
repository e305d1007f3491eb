import type { Timers } from '../../domain/clock.js'
import { tryLock } from './ownership.js'
import { connectPostgres, isOutage, type PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

/** The connection that writes. */
export type Sessions<T = LastEntry> = {
  current(): PostgresSession
  /**
   * Connects anew once PostgreSQL is there again, and claims the place of this process again; resolves with what was found
   * then. Rejects when another has that place, or nobody waits any more.
   */
  reconnect(): Promise<T>
  /** No outage is waited for any more. */
  stopWaiting(): void
  end(): Promise<void>
}

/** What the database says of the last entry and of its writer. */
type LastEntry = { readonly seq: number; readonly writer: string }

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1000

type SessionsDeps<T> = {
  readonly url: PostgresUrl
  readonly first: PostgresSession
  /** Claims the place of this process over a new connection; undefined: it has to be tried again. */
  readonly claim: (next: PostgresSession) => Promise<T | undefined>
  readonly timers: Pick<Timers, 'sleep'>
}

/** Keeps the connection of a process that writes. */
export function createSessions<T>({ url, first, claim, timers }: SessionsDeps<T>): Sessions<T> {
  const stopping = new AbortController()
  let current = first

  const attempt = async (): Promise<T | undefined> => {
    const next = await connectPostgres(url)
    try {
      const found = await claim(next)
      if (found === undefined) return undefined
      const lost = current
      current = next
      await lost.end().catch(() => undefined)
      return found
    } finally {
      if (current !== next) await next.end().catch(() => undefined)
    }
  }

  return {
    current: () => current,
    async reconnect() {
      let wait = FIRST_WAIT_MS
      for (;;) {
        stopping.signal.throwIfAborted()
        try {
          const found = await attempt()
          if (found !== undefined) return found
        } catch (error) {
          if (!isOutage(error)) throw error
        }
        await timers.sleep(wait, stopping.signal)
        wait = Math.min(LONGEST_WAIT_MS, 2 * wait)
      }
    },
    stopWaiting: () => stopping.abort(),
    end: () => current.end(),
  }
}

/** Claims the database for the writer of that name; undefined while a connection that was lost still holds the lock. */
export const claimAsWriter =
  (writer: string) =>
  async (next: PostgresSession): Promise<LastEntry | undefined> => {
    const isLocked = await tryLock(next)
    const found = await readLastEntry(next)
    // Nobody else has become the writer, so the lock will be free as soon as PostgreSQL sees that the connection broke.
    return !isLocked && found.writer === writer ? undefined : found
  }

async function readLastEntry(session: PostgresSession): Promise<LastEntry> {
  const { rows } = await session.query('select seq, writer from parley.store')
  return { seq: Number(rows[0]?.['seq']), writer: String(rows[0]?.['writer']) }
}
