import { MINUTE_MS } from '../../contract/durations.js'
import type { ChangeFeed } from '../../domain/change-feed.js'
import { type Timers, waitAtMost } from '../../domain/clock.js'
import { type DocumentRecord, isUnfinishedDocument } from '../../domain/documents/record.js'
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
    readonly changes: ChangeFeed
    readonly timers: Timers
    /** How many documents are ingested at the same time. */
    readonly concurrency: number
    readonly stallMs?: number
    /** How long work that ignores its abort signal may delay a stop. */
    readonly stopMs: number
  }

export type Ingestion = {
  /** Ingests waiting documents, and new ones as they are queued. */
  start(): Promise<void>
  /** Aborts running ingestions and resolves when they have ended; the next start claims their documents again. */
  stop(): Promise<void>
}

/**
 * Longer than any document takes: two minutes for its download, and two for each document ahead of it in the queue
 * for a thread.
 */
const STALL_MS = 20 * MINUTE_MS

/** After a write failed because the disk is full, the queue is tried again after this time. */
const FULL_DISK_RETRY_MS = 5000

/** Claims documents from the queue and ingests them, at most `concurrency` at a time. */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const { queue, changes, log, timers, concurrency } = deps
  const running = new Map<string, RunningIngestion>()
  /** Documents whose result could not be stored because the disk was full. */
  const unstored = new Set<DocumentRecord>()
  let isStopped = true
  let stopping: Promise<void> | undefined
  let cancelRetry = () => {}
  let unsubscribe = () => {}
  /** The end of a chain of steps that run one at a time. */
  let lastStep: Promise<void> = Promise.resolve()

  const ingest = (document: DocumentRecord) => {
    const ingestion = startIngestion(deps, document)
    running.set(document.id, ingestion)
    void ingestion.done.then((failure) => {
      running.delete(document.id)
      if (isDiskFull(failure)) unstored.add(document)
      enqueue(claimAll)
    })
  }
  const claimAll = async () => {
    for (const document of unstored)
      await requeueDocument(deps, document).then(() => unstored.delete(document))
    while (!isStopped && running.size < concurrency) {
      const document = await queue.claim((next) => startAttempt(next, deps.clock.now().toISOString()))
      if (document === undefined) return
      if (isStopped) return requeueDocument(deps, document)
      ingest(document)
    }
  }
  const enqueue = (step: () => Promise<void>) => {
    lastStep = lastStep.then(step).catch((error: unknown) => {
      log.error('the queue of documents cannot be written', { error })
      cancelRetry()
      // Other failures are permanent: the queue waits for the next start of the server.
      if (isDiskFull(error) && !isStopped) cancelRetry = timers.after(FULL_DISK_RETRY_MS, claimWaiting)
    })
  }
  const claimWaiting = () => enqueue(claimAll)
  const abandon = (document: DocumentRecord) => {
    running.get(document.id)?.abort()
    enqueue(() => completeBatchWithout(deps, document))
  }

  const stop = async () => {
    isStopped = true
    cancelRetry()
    unsubscribe()
    await lastStep
    for (const { abort } of running.values()) abort()
    const stopped = Promise.all([...running.values()].map(({ done }) => done))
    await waitAtMost(deps.stopMs, { timers, work: stopped })
  }

  return {
    async start() {
      isStopped = false
      stopping = undefined
      await recoverBatches(deps)
      unsubscribe = followDocuments(changes, { onWaiting: claimWaiting, onRemoved: abandon })
      claimWaiting()
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

type DocumentListener = {
  /** There may be something to claim. */
  onWaiting(): void
  /** The document was removed before it was finished. */
  onRemoved(document: DocumentRecord): void
}

const followDocuments = (changes: ChangeFeed, { onWaiting, onRemoved }: DocumentListener) =>
  changes(['documents'], ({ before, after }) => {
    if (after?.status === 'queued') onWaiting()
    if (after === undefined && before !== undefined && isUnfinishedDocument(before)) onRemoved(before)
  })

const isDiskFull = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'insufficient_storage'

type RunningIngestion = {
  /** Never rejects; resolves with the error if the result could not be stored. */
  readonly done: Promise<unknown>
  abort(): void
}

function startIngestion(deps: IngestionDeps, document: DocumentRecord): RunningIngestion {
  const abort = new AbortController()
  const watchdog = createStallWatchdog(deps)
  const ingesting = ingestDocument(deps, document, { signal: abort.signal, heartbeat: watchdog.beat })
  const stalling = watchdog.stalled.then(async () => {
    await failStalledBatch(deps, document)
    abort.abort(new Error('stalled'))
  })
  const done = Promise.race([ingesting, stalling])
    .then(() => undefined)
    .catch((error: unknown) => {
      deps.log.error('the result of a document could not be stored', { error })
      return error
    })
    .finally(watchdog.end)
  return { done, abort: () => abort.abort(new Error('the document was removed, or the server stops')) }
}

/** Detects work that reports no progress for `stallMs`. */
function createStallWatchdog({ timers, stallMs = STALL_MS }: Pick<IngestionDeps, 'timers' | 'stallMs'>) {
  let lastBeat = timers.elapsed()
  let cancel = () => {}
  const stalled = new Promise<void>((resolve) => {
    const checkAfter = (inMs: number) => {
      cancel = timers.after(inMs, () => {
        const left = lastBeat + stallMs - timers.elapsed()
        if (left <= 0) resolve()
        else checkAfter(left)
      })
    }
    checkAfter(stallMs)
  })
  return {
    stalled,
    beat: () => {
      lastBeat = timers.elapsed()
    },
    end: () => cancel(),
  }
}
