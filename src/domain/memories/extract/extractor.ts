import type { Timers } from '../../clock.js'
import type { ConversationRepository, Pair } from '../../conversations/ports.js'
import { createEventLoopYielder } from '../../yield-to-event-loop.js'
import type { ExtractionResult } from '../changes/apply-plan.js'
import {
  type ExtractConversationDeps,
  extractNextBatch,
  mergeResults,
  NO_RESULT,
} from './extract-conversation.js'

export type ExtractorDeps = ExtractConversationDeps & {
  readonly conversations: Pick<ConversationRepository, 'listUnextracted'>
  readonly timers: Pick<Timers, 'elapsed' | 'sleep'>
}

/** Makes memories of what was said, in the background. */
export interface Extractor {
  /** Something was said that will be read: gets ready for it. */
  prepare(): void
  /**
   * Extracts from all that was said and not read yet, and resolves with what is new. Never rejects: what fails is
   * logged, and tried again at the next call.
   */
  extract(pair: Pair): Promise<ExtractionResult>
  /** Reads what was left unread when the server ended or an extraction failed. */
  catchUp(): Promise<void>
  /** Resolves when nothing is being read. */
  settled(): Promise<void>
  /** Gives what was asked for a second, then begins nothing more; the next start catches up. */
  stop(): Promise<void>
}

/** Conversations that are read at once. */
const AT_ONCE = 16
const PATIENCE_MS = 1000

const FAILED = 'Memories could not be extracted from a conversation; the next occasion tries again'

export function createExtractor(deps: ExtractorDeps): Extractor {
  const { conversations, timers, log } = deps
  const { yieldToEventLoop } = createEventLoopYielder(timers)
  const lanes = createSemaphore(AT_ONCE)
  const pairs = createCoalescingQueue()
  const failures = new Map<string, number>()
  const stopping = createStopSignal()
  let isStopped = false

  const readAll = async (pair: Pair): Promise<ExtractionResult> => {
    const key = JSON.stringify(pair)
    const learned: ExtractionResult[] = []
    const { signal, done } = stopping.listen()
    try {
      for (let isAll = isStopped; !isAll; ) {
        const read = await extractNextBatch(deps, pair, {
          signal,
          yieldToEventLoop,
          attempt: failures.get(key) ?? 0,
        })
        learned.push(read.learned)
        isAll = read.isAll || isStopped
      }
      failures.delete(key)
    } catch (error) {
      failures.set(key, (failures.get(key) ?? 0) + 1)
      if (!signal.aborted) log.warn(FAILED, { character_id: pair.characterId, error })
    } finally {
      done()
    }
    return mergeResults(learned)
  }
  const extract = (pair: Pair): Promise<ExtractionResult> =>
    isStopped
      ? Promise.resolve(NO_RESULT)
      : pairs.run(JSON.stringify(pair), () => lanes.run(() => readAll(pair)))

  return {
    prepare: () => deps.source.prepare?.(),
    extract,
    catchUp: async () => {
      for (const { characterId, playerId } of await conversations.listUnextracted())
        await extract({ characterId, playerId })
    },
    settled: pairs.settled,
    stop: async () => {
      stopping.abort(new Error('the server stops'))
      const over = new AbortController()
      const patience = timers.sleep(PATIENCE_MS, over.signal).catch(() => undefined)
      await Promise.race([pairs.settled(), patience])
      over.abort()
      isStopped = true
    },
  }
}

/** A stop for many: each listens to a signal of its own, as one that all share would be taken for a leak. */
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
    abort: (why: Error) => {
      reason = why
      for (const each of listening) each.abort(why)
    },
  }
}

/** Does work of one key one after another; who comes while one waits to begin shares it. */
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

function createSemaphore(count: number) {
  const queue: (() => void)[] = []
  let free = count
  return {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (free === 0) await new Promise<void>((resolve) => queue.push(resolve))
      else free -= 1
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
