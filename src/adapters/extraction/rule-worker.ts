import { Worker } from 'node:worker_threads'
import { BoundedError } from '../../contract/bounded-error.js'
import type { Timers } from '../../domain/clock.js'
import type { MemoryCandidate } from '../../domain/memories/changes/memory-plan.js'
import {
  type ConversationTurn,
  type ExtractionContext,
  UnreadableTurn,
} from '../../domain/memories/extract/candidate-extractor.js'
import { limitTurnCpuTime, type TurnCpuLimit } from './turn-cpu-limit.js'
import { PROGRESS_BYTES, TURNS_BEGUN, type WorkerRequest, type WorkerResponse } from './worker-messages.js'

export type RuleWorkerSettings = {
  readonly worker: URL
  readonly timers: Pick<Timers, 'after'>
  /** The processor time that one turn may take. */
  readonly milliseconds: number
  readonly heapMegabytes: number
}

export type RuleWorker = {
  /** Resolves when it can read; rejects when it could not be started. */
  readonly ready: Promise<void>
  /** False once it was ended or has failed. */
  isAlive(): boolean
  /** One reading at a time. Rejects with an UnreadableTurn when a turn is to blame; the thread may be gone then. */
  read(turns: readonly ConversationTurn[], context: ExtractionContext): Promise<MemoryCandidate[]>
  end(): Promise<void>
}

type PendingExtraction = {
  readonly turns: readonly ConversationTurn[]
  readonly context: ExtractionContext
  readonly limit: TurnCpuLimit
  readonly resolve: (candidates: MemoryCandidate[]) => void
  readonly reject: (reason: unknown) => void
}

/** A thread that reads by rules. */
export function startRuleWorker({ worker: file, timers, ...limits }: RuleWorkerSettings): RuleWorker {
  const progress = new Int32Array(new SharedArrayBuffer(PROGRESS_BYTES))
  const worker = new Worker(file, {
    workerData: { progress: progress.buffer },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  })
  let reading: PendingExtraction | undefined
  let isAlive = true
  const end = async () => {
    isAlive = false
    await worker.terminate()
  }
  const blame = (reason: UnreadableTurn['reason'], cause?: unknown) => {
    const turn = reading?.turns[Atomics.load(progress, TURNS_BEGUN) - 1]
    return turn === undefined ? cause : new UnreadableTurn(turn.id, reason, { cause })
  }
  worker.on('message', (message: WorkerResponse) => {
    if (reading !== undefined) void handleMessage(worker, { reading, blame }, message).catch(end)
  })
  const ready = whenReady(worker, (error) => {
    isAlive = false
    reading?.reject(error instanceof WorkerEnded ? error : blame(reasonOf(error), error))
  })

  return {
    ready,
    isAlive: () => isAlive,
    end,
    async read(turns, context) {
      // It may have been ended since it was ready: nothing would ever answer.
      if (!isAlive) throw new WorkerEnded(ENDED)
      Atomics.store(progress, TURNS_BEGUN, 0)
      const limit = limitTurnCpuTime({ progress, timers, milliseconds: limits.milliseconds }, () => {
        reading?.reject(blame('time_limit'))
        return end()
      })
      try {
        return await new Promise<MemoryCandidate[]>((resolve, reject) => {
          reading = { turns, context, limit, resolve, reject }
          worker.postMessage(extractRequest(turns, context))
        })
      } finally {
        limit.stop()
        reading = undefined
      }
    },
  }
}

class WorkerEnded extends BoundedError {}
const ENDED = 'The thread that reads for memories has ended'

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? ('memory_limit' as const)
    : ('error' as const)

/** Resolves with the first message of the thread. `onEnd` is told how it ended, and first of an error that ended it. */
function whenReady(worker: Worker, onEnd: (error: unknown) => void): Promise<void> {
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    const fail = (error: unknown) => {
      onEnd(error)
      reject(error)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new WorkerEnded(ENDED)))
  })
  // A thread that is ended early may have nobody who waits for it.
  ready.catch(() => undefined)
  return ready
}

type Received = {
  readonly reading: PendingExtraction
  readonly blame: (reason: UnreadableTurn['reason'], cause: unknown) => unknown
}

/** Rejects when the thread was left waiting for an answer. */
async function handleMessage(
  worker: Worker,
  { reading, blame }: Received,
  message: WorkerResponse,
): Promise<void> {
  switch (message.kind) {
    case 'ready':
      return
    case 'done':
      return reading.resolve(message.candidates)
    case 'failed':
      return reading.reject(blame('error', message.error))
    case 'promptBlocksOf':
      try {
        const blocks = (await reading.context.promptBlocksOf?.(message.turn)) ?? []
        reading.limit.restart()
        worker.postMessage({ kind: 'promptBlocks', blocks } satisfies WorkerRequest)
      } catch (error) {
        reading.reject(error)
        throw error
      }
  }
}

const extractRequest = (turns: readonly ConversationTurn[], context: ExtractionContext): WorkerRequest => {
  const { conversationId, characterName, promptBlocks = [], people = [], after, promptBlocksOf } = context
  return {
    kind: 'read',
    turns: turns.map(({ id, role, content, timestamp }) => ({ id, role, content, timestamp })),
    context: { conversationId, characterName, promptBlocks, people, ...(after !== undefined && { after }) },
    hasPromptBlocks: promptBlocksOf !== undefined,
  }
}
