import type { Timers } from '../../domain/clock.js'
import { tryLock } from './ownership.js'
import { connectPostgres, isOutage, type PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

/** The connection that writes. */
export type Sessions = {
  current(): PostgresSession
  /**
   * Connects anew once PostgreSQL is there again, and takes the lock of the database again; resolves with what the database
   * says of the last entry and of its writer. Rejects when that is another one, or nobody waits any more.
   */
  reconnect(): Promise<LastEntry>
  /** No outage is waited for any more. */
  stopWaiting(): void
  end(): Promise<void>
}

type LastEntry = { readonly seq: number; readonly writer: string }

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1000

type SessionsDeps = {
  readonly url: PostgresUrl
  readonly first: PostgresSession
  /** The name under which this process has become the writer. */
  readonly writer: string
  readonly timers: Pick<Timers, 'sleep'>
}

/** Keeps the connection of the writer. */
export function createSessions({ url, first, writer, timers }: SessionsDeps): Sessions {
  const stopping = new AbortController()
  let current = first

  /** Undefined while a connection that was lost still holds the lock. */
  const attempt = async (): Promise<LastEntry | undefined> => {
    const next = await connectPostgres(url)
    try {
      const isLocked = await tryLock(next)
      const found = await readLastEntry(next)
      // Nobody else has become the writer, so the lock will be free as soon as PostgreSQL sees that the connection broke.
      if (!isLocked && found.writer === writer) return undefined
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

async function readLastEntry(session: PostgresSession): Promise<LastEntry> {
  const { rows } = await session.query('select seq, writer from parley.store')
  return { seq: Number(rows[0]?.['seq']), writer: String(rows[0]?.['writer']) }
}
