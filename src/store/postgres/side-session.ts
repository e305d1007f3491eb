import type { Timers } from '../../domain/clock.js'
import { connectPostgres, type Notification, type PostgresSession, type Row } from './session.js'
import type { PostgresUrl } from './url.js'

/** A connection for what may be lost, beside the one that writes. It is made when it is needed, and again after a failure. */
export type SideSession = {
  query(...statement: Parameters<PostgresSession['query']>): Promise<readonly Row[]>
  /** Several statements without values. */
  run(statements: string): Promise<void>
  /** The same; resolves with the rows of each. */
  rowsOf(statements: string): Promise<readonly (readonly Row[])[]>
  end(): Promise<void>
}

/** A network that drops everything would have whoever asks wait for minutes. */
const PATIENCE_MS = 2000

/** `listening`: statements that each connection begins with, and who is told of what it hears, with what that carries. */
export function createSideSession(
  url: PostgresUrl,
  { after }: Pick<Timers, 'after'>,
  listening?: { readonly begin: string; readonly onNotification: (notification: Notification) => void },
): SideSession {
  const open = async () => {
    const session = await connectPostgres(url, listening?.onNotification)
    if (listening !== undefined) await session.run(listening.begin)
    return session
  }
  let opening: Promise<PostgresSession> | undefined
  let isEnded = false
  const closing = new Set<Promise<unknown>>()
  const close = (session: Promise<PostgresSession>) => {
    const closed = session.then((open) => open.end()).catch(() => undefined)
    closing.add(closed)
    void closed.then(() => closing.delete(closed))
  }
  /** What was asked last: a connection does one thing after the other. */
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const use = async <T>(work: (session: PostgresSession) => Promise<T>): Promise<T> => {
    if (isEnded) throw new Error('the connection has ended')
    opening ??= open()
    const current = opening
    try {
      return await within(
        PATIENCE_MS,
        after,
        inOrder(() => current.then(work)),
      )
    } catch (error) {
      if (opening === current) {
        opening = undefined
        // Whoever asks over the next one does not wait for what this one leaves unanswered.
        last = Promise.resolve()
        close(current)
      }
      throw error
    }
  }
  return {
    query: (...statement) => use(async (session) => (await session.query(...statement)).rows),
    run: (statements) => use(async (session) => void (await session.run(statements))),
    rowsOf: (statements) => use((session) => session.rowsOf(statements)),
    async end() {
      isEnded = true
      if (opening !== undefined) close(opening)
      // One that does not answer any more ends with the process.
      await within(PATIENCE_MS, after, Promise.all(closing)).catch(() => undefined)
    },
  }
}

function within<T>(ms: number, after: Timers['after'], work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(ms, () => reject(new Error('PostgreSQL does not answer')))
    work.then(resolve, reject).finally(cancel)
  })
}
