import { MINUTE_MS } from '../../contract/durations.js'
import type { Timers } from '../../domain/clock.js'
import type { DocumentRecord } from '../../domain/documents/record.js'
import { DomainError } from '../../domain/errors.js'
import { type IngestDeps, ingestDocument } from '../../domain/knowledge/ingest-document.js'
import { completeBatchWithout, failStalledBatch } from '../../domain/knowledge/ingestion-transitions.js'
import type { IngestionQueue } from '../../domain/knowledge/ports.js'
import {
  type RecoverDeps,
  recoverBatches,
  requeueDocument,
  startAttempt,
} from '../../domain/knowledge/recover-ingestion.js'

export type IngestionDeps = IngestDeps &
  RecoverDeps & {
    readonly queue: IngestionQueue
    readonly timers: Timers
    /** Documents that are worked on at once. */
    readonly concurrency: number
    readonly stallMs?: number
  }

export type Ingestion = {
  /** Takes up what is there, and whatever comes. */
  start(): Promise<void>
  /** Resolves when nothing is worked on any more; what was begun waits for the next start. */
  stop(): Promise<void>
}

/**
 * Longer than any document takes: two minutes to be fetched, and two for each of those that it waits for until a
 * thread reads it.
 */
const STALL_MS = 20 * MINUTE_MS

/** How long work that does not listen may hold up a stop. */
const STOP_TIMEOUT_MS = 1000

/** How long to wait for room on a full disk before the queue is looked at again. */
const FULL_DISK_MS = 5000

/** Works on the documents that wait, so many at once. */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const { queue, log, timers, concurrency } = deps
  const working = new Map<string, RunningIngestion>()
  /** Documents whose end did not fit on the disk. */
  const unstored = new Set<DocumentRecord>()
  let isStopped = true
  let stopping: Promise<void> | undefined
  let cancelRetry = () => {}
  let unsubscribe: (() => void)[] = []
  let filling: Promise<void> = Promise.resolve()

  const work = (document: DocumentRecord) => {
    const one = startIngestion(deps, document)
    working.set(document.id, one)
    void one.done.then((failure) => {
      working.delete(document.id)
      if (isDiskFull(failure)) unstored.add(document)
      inTurn(claimAll)
    })
  }
  const claimAll = async () => {
    for (const document of unstored)
      await requeueDocument(deps, document).then(() => unstored.delete(document))
    while (!isStopped && working.size < concurrency) {
      const document = await queue.claim((next) => startAttempt(next, deps.clock.now().toISOString()))
      if (document === undefined) return
      if (isStopped) return requeueDocument(deps, document)
      work(document)
    }
  }
  const inTurn = (step: () => Promise<void>) => {
    filling = filling.then(step).catch((error: unknown) => {
      log.error('the queue of documents cannot be written', { error })
      cancelRetry()
      // Any other failure lasts: whoever starts the server again finds everything as it was.
      if (isDiskFull(error) && !isStopped) cancelRetry = timers.after(FULL_DISK_MS, fill)
    })
  }
  const fill = () => inTurn(claimAll)

  const stop = async () => {
    isStopped = true
    cancelRetry()
    for (const leave of unsubscribe) leave()
    await filling
    for (const one of working.values()) one.abort()
    const stopped = Promise.all([...working.values()].map(({ done }) => done))
    await waitAtMost(STOP_TIMEOUT_MS, { timers, work: stopped })
  }

  return {
    async start() {
      isStopped = false
      stopping = undefined
      await recoverBatches(deps)
      const giveUp = (document: DocumentRecord) => {
        working.get(document.id)?.abort()
        inTurn(() => completeBatchWithout(deps, document))
      }
      unsubscribe = [queue.onWork(fill), queue.onRemoved(giveUp)]
      fill()
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'insufficient_storage'

async function waitAtMost(
  ms: number,
  { timers, work }: { readonly timers: Timers; readonly work: Promise<unknown> },
): Promise<void> {
  let cancel = () => {}
  const enough = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve)
  })
  await Promise.race([work, enough])
  cancel()
}

type RunningIngestion = {
  /** Never rejects; resolves with why the end could not be stored. */
  readonly done: Promise<unknown>
  abort(): void
}

function startIngestion(deps: IngestionDeps, document: DocumentRecord): RunningIngestion {
  const abort = new AbortController()
  const watch = createStallWatchdog(deps)
  const ingesting = ingestDocument(deps, document, { signal: abort.signal, heartbeat: watch.beat })
  const stalling = watch.stalled.then(async () => {
    await failStalledBatch(deps, document)
    abort.abort(new Error('stalled'))
  })
  const done = Promise.race([ingesting, stalling])
    .then(() => undefined)
    .catch((error: unknown) => {
      deps.log.error('the end of a document could not be stored', { error })
      return error
    })
    .finally(watch.end)
  return { done, abort: () => abort.abort(new Error('nobody waits for the document any more')) }
}

/** Notices when work does not get on for too long. */
function createStallWatchdog({ timers, stallMs = STALL_MS }: Pick<IngestionDeps, 'timers' | 'stallMs'>) {
  let last = timers.elapsed()
  let cancel = () => {}
  const stalled = new Promise<void>((resolve) => {
    const look = (inMs: number) => {
      cancel = timers.after(inMs, () => {
        const left = last + stallMs - timers.elapsed()
        if (left <= 0) resolve()
        else look(left)
      })
    }
    look(stallMs)
  })
  return {
    stalled,
    beat: () => {
      last = timers.elapsed()
    },
    end: () => cancel(),
  }
}
