import { explainDiskFull } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'

export type Compactor = {
  /** Compacts in the background; a failure is logged. */
  start(): void
  /** The same, once the journal has outgrown its bound. */
  startWhenDue(): void
  /** Resolves when a compaction that began after the call is done. */
  compactNow(): Promise<void>
  isRunning(): boolean
  /** Breaks off; nothing runs any more when it resolves. */
  stop(): Promise<void>
}

type CompactorDeps = {
  /** Compacts once and returns the bytes of the snapshots. */
  readonly run: (signal: AbortSignal) => Promise<number>
  readonly journalBytes: () => number
  readonly compactAfterBytes: number
  readonly snapshotBytes: number
  readonly log: Log
}

/**
 * How far the journal outgrows the snapshots before they are written anew: a compaction takes its share of disk and
 * processor from those who write, a long journal takes its time at the next start, which reads up to three times the
 * records.
 */
const GROWTH = 2

/** Decides when to compact, and lets one compaction run at a time. */
export function createCompactor(deps: CompactorDeps): Compactor {
  const { run, journalBytes, compactAfterBytes, log } = deps
  const stopping = new AbortController()
  let bound = Math.max(compactAfterBytes, GROWTH * deps.snapshotBytes)
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const runOnce = async () => {
    try {
      stopping.signal.throwIfAborted()
      bound = Math.max(compactAfterBytes, GROWTH * (await run(stopping.signal)))
    } catch (error) {
      // Not again with every write: what went wrong once mostly goes wrong again.
      bound = journalBytes() + compactAfterBytes
      throw explainDiskFull(error)
    }
  }
  const compactNow = () => {
    next ??= (async () => {
      await running?.catch(() => undefined)
      next = undefined
      running = runOnce().finally(() => {
        running = undefined
      })
      await running
    })()
    return next
  }
  const start = () => {
    compactNow().catch((error) => {
      if (!stopping.signal.aborted) log.error('The journal could not be compacted', { error })
    })
  }

  return {
    start,
    startWhenDue() {
      if (running === undefined && next === undefined && journalBytes() > bound) start()
    },
    compactNow,
    isRunning: () => running !== undefined,
    async stop() {
      stopping.abort()
      await (next ?? running)?.catch(() => undefined)
    },
  }
}
