import type { Timers } from '../../clock.js'
import { pairKey } from '../../conversations/pair-key.js'
import type { ConversationRepository, Pair } from '../../conversations/ports.js'
import { DomainError } from '../../errors.js'
import type { Leases } from '../../leases.js'
import { createSemaphore } from '../../semaphore.js'
import { createEventLoopYielder } from '../../yield-to-event-loop.js'
import type { ExtractionResult } from '../changes/apply-plan.js'
import {
  type ExtractConversationDeps,
  extractNextBatch,
  mergeResults,
  NO_RESULT,
} from './extract-conversation.js'

export type ExtractorDeps = ExtractConversationDeps & {
  /** One for each pair that is being read, so that no two processes read the same messages. */
  readonly extractionLeases: Pick<Leases, 'acquire'>
  readonly conversations: Pick<ConversationRepository, 'listUnextracted'>
  readonly timers: Pick<Timers, 'elapsed' | 'sleep'>
  /** How long running extractions may delay a stop. */
  readonly stopMs: number
}

/** Extracts memories from conversations in the background. */
export interface Extractor {
  /** Warms up before the first extraction. */
  prepare(): void
  /**
   * Extracts from every unread message of the pair and resolves with the new memories and core facts. Never rejects: a
   * failure is logged, and the next call tries again.
   */
  extract(pair: Pair): Promise<ExtractionResult>
  /** Extracts from all conversations that still have unread messages, after a restart or a failure. */
  catchUp(): Promise<void>
  /** Resolves when no extraction is running or waiting. */
  settled(): Promise<void>
  /** Waits `stopMs` for running extractions, then starts no further batch; the next start of the server catches up. */
  stop(): Promise<void>
}

/** Conversations read at the same time. */
const MAX_CONCURRENT = 16

const FAILED = 'Memories could not be extracted from a conversation; the next occasion tries again'

/** The character was deleted while its conversation was read. */
const isGone = (error: unknown): boolean => error instanceof DomainError && error.kind === 'not_found'

export function createExtractor(deps: ExtractorDeps): Extractor {
  const { conversations, timers, log } = deps
  const { yieldToEventLoop } = createEventLoopYielder(timers)
  const semaphore = createSemaphore(MAX_CONCURRENT)
  const queue = createCoalescingQueue()
  const failures = new Map<string, number>()
  const stopping = createStopSignal()
  let isStopped = false

  const readAll = async (pair: Pair): Promise<ExtractionResult> => {
    const key = pairKey(pair)
    // Where processes share leases, the way to them can break. Nobody waits for memories, and the next occasion tries again.
    const lease = await deps.extractionLeases.acquire(key).catch((error: unknown) => {
      if (!stopping.isAborted()) log.warn(FAILED, { character_id: pair.characterId, error })
      return undefined
    })
    // Another process reads them.
    if (lease === undefined) return NO_RESULT
    const results: ExtractionResult[] = []
    const { signal, done } = stopping.listen()
    try {
      for (let isDone = isStopped; !isDone; ) {
        const batch = await extractNextBatch(deps, pair, {
          signal,
          yieldToEventLoop,
          attempt: failures.get(key) ?? 0,
        })
        results.push(batch.result)
        isDone = batch.isLast || isStopped
      }
      failures.delete(key)
    } catch (error) {
      if (isGone(error)) {
        failures.delete(key)
        return mergeResults(results)
      }
      failures.set(key, (failures.get(key) ?? 0) + 1)
      if (!signal.aborted) log.warn(FAILED, { character_id: pair.characterId, error })
    } finally {
      done()
      lease.release()
    }
    return mergeResults(results)
  }
  const extract = (pair: Pair): Promise<ExtractionResult> =>
    isStopped
      ? Promise.resolve(NO_RESULT)
      : queue.run(pairKey(pair), () => semaphore.run(() => readAll(pair)))

  return {
    prepare: () => deps.source.prepare?.(),
    extract,
    catchUp: async () => {
      for (const { characterId, playerId } of await conversations.listUnextracted())
        await extract({ characterId, playerId })
    },
    settled: queue.settled,
    stop: async () => {
      stopping.abort(new Error('the server stops'))
      const over = new AbortController()
      const timeout = timers.sleep(deps.stopMs, over.signal).catch(() => undefined)
      await Promise.race([queue.settled(), timeout])
      over.abort()
      isStopped = true
    },
  }
}

/** One abort for many listeners. Each gets its own signal: many listeners on one signal cause a leak warning. */
function createStopSignal() {
  const listening = new Set<AbortController>()
  let reason: Error | undefined
  return {
    listen: () => {
      const own = new AbortController()
      listening.add(own)
      if (reason !== undefined) own.abort(reason)
      return { signal: own.signal, done: () => listening.delete(own) }
    },
    isAborted: () => reason !== undefined,
    abort: (why: Error) => {
      reason = why
      for (const each of listening) each.abort(why)
    },
  }
}

/** Runs the work of each key in sequence. Calls made while one waits to start share its result. */
function createCoalescingQueue() {
  const running = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Promise<ExtractionResult>>()
  const begin = async (key: string, work: () => Promise<ExtractionResult>): Promise<ExtractionResult> => {
    await running.get(key)
    waiting.delete(key)
    const done = work()
    running.set(key, done)
    try {
      return await done
    } finally {
      if (running.get(key) === done) running.delete(key)
    }
  }
  return {
    run: (key: string, work: () => Promise<ExtractionResult>): Promise<ExtractionResult> => {
      const next = waiting.get(key) ?? begin(key, work)
      waiting.set(key, next)
      return next
    },
    settled: async () => {
      while (running.size + waiting.size > 0) await Promise.all([...running.values(), ...waiting.values()])
    },
  }
}
