import { MINUTE_MS } from '../../contract/durations.js'
import type { Timers } from '../../domain/clock.js'
import type { CandidateExtractor } from '../../domain/memories/extract/candidate-extractor.js'
import { createSemaphore } from '../../domain/semaphore.js'
import { createStartBackoff } from '../start-backoff.js'
import { type RuleWorker, startRuleWorker } from './rule-worker.js'

export type RuleExtractorSettings = {
  /** The built `extract.worker.js`. */
  readonly worker: URL
  readonly timers: Pick<Timers, 'after' | 'elapsed'>
  readonly limits?: Partial<RuleLimits>
}

export type RuleExtractor = Required<CandidateExtractor> & { close(): Promise<void> }

/** What reading one turn may take. Over any of it the turn is unreadable: it would be so again. */
export type RuleLimits = {
  /** Of processor time; the longest message takes a hundredth of it. */
  readonly milliseconds: number
  readonly heapMegabytes: number
}

const LIMITS: RuleLimits = { milliseconds: 2000, heapMegabytes: 256 }
/** An idle thread ends after this long: starting the next one takes a third of a second of processor time. */
const IDLE_MS = MINUTE_MS

/**
 * Finds memories by rules in one worker thread, one conversation after the other: a message that a rule never finishes
 * with stops only that thread. The thread is started when it is first needed.
 */
export function createRuleExtractor(settings: RuleExtractorSettings): RuleExtractor {
  const limits = { ...LIMITS, ...settings.limits }
  const slots = createSemaphore(1)
  const closing = new AbortController()
  const backoff = createStartBackoff(settings.timers)
  let thread: RuleWorker | undefined
  let isReading = false
  let cancelEnd = () => {}

  const startedThread = (): RuleWorker => {
    cancelEnd()
    if (thread?.isAlive() === true) return thread
    backoff.requireDue()
    thread = startRuleWorker({ ...settings, ...limits })
    thread.ready.then(backoff.succeed, (error: unknown) => {
      if (!closing.signal.aborted) backoff.fail(error)
    })
    return thread
  }
  const endWhenIdle = () => {
    cancelEnd()
    const idle = thread
    cancelEnd = settings.timers.after(IDLE_MS, () => void idle?.end())
  }
  return {
    // The signal of the caller is not heeded: what can be read while the server stops is read, until it is closed.
    extractCandidates: async (turns, context) => {
      const leave = await slots.acquire(closing.signal)
      isReading = true
      try {
        const { ready, read } = startedThread()
        await ready
        const { trackRead: noted = (work) => work() } = context
        return await noted(() => read(turns, context))
      } finally {
        isReading = false
        endWhenIdle()
        leave()
      }
    },
    prepare: () => {
      if (closing.signal.aborted) return
      try {
        startedThread()
      } catch {
        // It could not be started a moment ago; whoever needs it is told.
        return
      }
      if (!isReading) endWhenIdle()
    },
    async close() {
      closing.abort(new Error('the server stops'))
      await thread?.end()
      // Whoever was reading has taken back its note.
      await slots.acquire(new AbortController().signal)
      cancelEnd()
    },
  }
}
