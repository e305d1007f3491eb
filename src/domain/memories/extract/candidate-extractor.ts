import { BoundedError } from '../../../contract/bounded-error.js'
import type { SkippedMessage } from '../../../contract/staff.js'
import type { MessageRecord } from '../../conversations/record.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'

/** Finds memories in turns: by rules, or with a language model. */
export interface CandidateExtractor {
  /** Starts in the background what takes long, because turns will come soon. */
  prepare?(): void
  /**
   * Throws `UnreadableTurn` when one turn can never be read. After any other rejection the same turns are passed
   * again later.
   */
  extractCandidates(
    turns: readonly ConversationTurn[],
    context: ExtractionContext,
    signal: AbortSignal,
  ): Promise<MemoryCandidate[]>
}

export type ConversationTurn = Pick<MessageRecord, 'id' | 'role' | 'content' | 'timestamp'> &
  Partial<Pick<MessageRecord, 'imageDescription'>>

export type ExtractionContext = {
  readonly conversationId: string
  readonly characterName: string
  /** Text that the server put into prompts: memories, core facts, passages. A player who repeats it tells nothing new. */
  readonly promptBlocks?: readonly string[]
  /** More such text for one turn. Called only for turns in which something was found, because it is expensive. */
  readonly promptBlocksOf?: (turn: ConversationTurn) => Promise<readonly string[]>
  /** Relatives, friends and pets that stored memories name. */
  readonly people?: readonly { readonly name: string; readonly relation: string }[]
  /** Id of the last turn that was read before. Turns up to it resolve references; no memories are made of them. */
  readonly after?: number
  /** Awaited between small steps, so that the event loop can run other work. */
  readonly yieldToEventLoop?: () => Promise<void>
  /** Called with the index of each turn before it is read. */
  readonly onTurn?: (index: number) => void
  /** Runs work that reads the text of the turns in this process, and records for its duration that they are being read. */
  readonly trackRead?: <T>(work: () => Promise<T>) => Promise<T>
}

/** Only so much of a message is read; longer ones are pasted, not written. */
export const MAX_MESSAGE_CHARACTERS = 4000

/** One turn cannot be read for memories and would fail the same way again. */
export class UnreadableTurn extends BoundedError {
  override readonly name = 'UnreadableTurn'

  constructor(
    readonly turnId: number,
    readonly reason: SkippedMessage['reason'],
    options?: ErrorOptions,
  ) {
    super('A turn cannot be read for memories', options)
  }
}
