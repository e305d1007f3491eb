import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import { StoreError } from '../store-error.js'
import { ENTRIES_CHANNEL } from './announcements.js'
import { hasCurrentSchema } from './migrations.js'
import { readWriter, tryLock, type Writer } from './ownership.js'
import type { Replica } from './replica.js'
import { connectPostgres, isOutage, type PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

export type StandbySettings = {
  /** Called once, when another server serves the database. */
  readonly onWait: () => Promise<void>
  /** Nobody waits for the database any more. */
  readonly signal: AbortSignal
  /** The machine's time, in milliseconds. */
  readonly machineTime: () => number
}

type StandbyDeps = {
  readonly url: PostgresUrl
  readonly replica: Replica
  readonly settings: Pick<StandbySettings, 'onWait' | 'signal'>
  /** The id of the lock of the data folder; undefined: nobody holds it. */
  readonly folderLock: () => Promise<string | undefined>
  readonly timers: Pick<Timers, 'after' | 'elapsed' | 'sleep'>
  readonly log: Log
}

/** How often the lock is tried. */
const TRY_MS = 250
/** How often it is looked for new entries without a notification. */
const LOOK_MS = 1000
/** After an outage, so long the server that served before it may take its place again. */
const GRACE_MS = 2500
/** For so long another server may be on its way in or out, and what it has left behind may not fit together. */
const PATIENCE_MS = 3000
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1000

/**
 * Resolves with a connection that has the lock of the database, at once when nobody else has it. Until then the replica
 * follows the entries of the server that has it. Rejects with a StoreError when this server must never take over from that
 * one, and with the reason of the signal.
 */
export async function standBy(deps: StandbyDeps): Promise<PostgresSession> {
  const { url, replica, settings, timers, log } = deps
  const { signal } = settings
  const news = createNews(timers)
  let session = await connectPostgres(url, news.ring)
  let mayTakeAt = timers.elapsed()
  let lookAt = mayTakeAt
  let isWaiting = false
  const check = createWriterCheck(deps)

  const look = async () => {
    await check(session)
    lookAt = timers.elapsed() + LOOK_MS
    if (await hasCurrentSchema(session, url)) await replica.catchUp(session)
  }
  const attempt = async (): Promise<boolean> => {
    if (timers.elapsed() >= mayTakeAt && (await tryLock(session))) return true
    if (!isWaiting) {
      isWaiting = true
      log.info('Another server serves the database: this one stands by')
      await settings.onWait()
      await session.run(`listen ${ENTRIES_CHANNEL}`)
    }
    if (news.isRung() || timers.elapsed() >= lookAt) await look()
    return false
  }
  const reconnect = async (): Promise<PostgresSession> => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
      signal.throwIfAborted()
      try {
        const next = await connectPostgres(url, news.ring)
        if (isWaiting) await next.run(`listen ${ENTRIES_CHANNEL}`)
        return next
      } catch (error) {
        if (!isOutage(error)) throw error
      }
      await timers.sleep(wait, signal)
    }
  }

  try {
    for (;;) {
      signal.throwIfAborted()
      try {
        if (await attempt()) break
        await news.wait(TRY_MS, signal)
      } catch (error) {
        if (signal.aborted || error instanceof StoreError || !session.isLost()) throw error
        log.warn('The connection to PostgreSQL broke while this server stands by', { error })
        await session.end().catch(() => undefined)
        session = await reconnect()
        mayTakeAt = timers.elapsed() + GRACE_MS
        lookAt = timers.elapsed()
      }
    }
    await session.run('unlisten *')
    return session
  } catch (error) {
    await session.end().catch(() => undefined)
    throw error
  }
}

/** Wakes who waits for the next entry. */
function createNews({ sleep }: Pick<Timers, 'sleep'>) {
  let isRung = false
  let wake = () => {}
  return {
    ring: () => {
      isRung = true
      wake()
    },
    /** Whether it was rung since the last time that this was asked. */
    isRung(): boolean {
      const was = isRung
      isRung = false
      return was
    },
    /** Until it is rung, at most so long. */
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      if (isRung) return
      const rung = new AbortController()
      wake = () => rung.abort()
      await sleep(ms, AbortSignal.any([signal, rung.signal])).catch(() => undefined)
      wake = () => {}
    },
  }
}

/** Rejects with a StoreError when the writer, for a while now, is one whose place this server must not take. */
function createWriterCheck({ url, folderLock, timers }: StandbyDeps) {
  let since: { readonly name: string; readonly at: number } | undefined
  return async (session: PostgresSession): Promise<void> => {
    const { rows } = await session.query("select to_regclass('parley.store') is not null as exists")
    const writer = rows[0]?.['exists'] === true ? await readWriter(session) : undefined
    const problem = writer === undefined ? undefined : await problemWith(writer)
    if (writer === undefined || problem === undefined) {
      since = undefined
      return
    }
    if (since?.name !== writer.name) since = { name: writer.name, at: timers.elapsed() }
    if (timers.elapsed() - since.at > PATIENCE_MS) throw problem
  }

  async function problemWith({ name, isLeased, folderLock: held }: Writer): Promise<StoreError | undefined> {
    if (name === '') return undefined
    if (!isLeased) {
      return new StoreError(
        `The server that serves the database ${url.shown} was started without --standby.`,
        {
          hint: 'Start both servers with --standby: only then does the one that loses its place answer nobody any more.',
        },
      )
    }
    return held === (await folderLock()) ? undefined : otherFolder(url)
  }
}

export const otherFolder = ({ shown }: Pick<PostgresUrl, 'shown'>): StoreError =>
  new StoreError(`The server that serves the database ${shown} has another data folder.`, {
    hint: 'Give both servers the same folder with --data-dir, on a volume that both can write: it holds the keys and secrets that both need.',
  })
