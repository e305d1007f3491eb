import type { MemoryCandidate } from '../../domain/memories/changes/memory-plan.js'
import type {
  ConversationTurn,
  ExtractionContext,
} from '../../domain/memories/extract/candidate-extractor.js'

/** What of the context can be sent to another thread. */
export type WorkerContext = Pick<
  ExtractionContext,
  'conversationId' | 'characterName' | 'promptBlocks' | 'people' | 'after'
>

export type WorkerRequest =
  | {
      readonly kind: 'read'
      readonly turns: readonly ConversationTurn[]
      readonly context: WorkerContext
      /** Whether the thread may ask for the prompt blocks of a turn. */
      readonly hasPromptBlocks: boolean
    }
  | { readonly kind: 'promptBlocks'; readonly blocks: readonly string[] }

export type WorkerResponse =
  | { readonly kind: 'ready' }
  | { readonly kind: 'promptBlocksOf'; readonly turn: ConversationTurn }
  | { readonly kind: 'done'; readonly candidates: MemoryCandidate[] }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Two numbers in memory that both threads see: a thread that is stuck sends no messages. */
export const PROGRESS_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT
/** How many turns of the current reading were begun; 0 between readings. */
export const TURNS_BEGUN = 0
/** The id that the system gives to the thread, if it tells; else 0. */
export const THREAD_ID = 1
