import type { MemoryCandidate } from '../changes/memory-plan.js'
import type { ConversationTurn, ExtractionContext } from './extraction-context.js'

/** What finds memories in turns: rules, or a language model. */
export interface CandidateExtractor {
  /** Gets ready, in the background, for turns that will come soon. */
  prepare?(): void
  /** Rejects when it cannot do its work now; the same turns are given to it again later. */
  extractCandidates(
    turns: readonly ConversationTurn[],
    context: ExtractionContext,
    signal: AbortSignal,
  ): Promise<MemoryCandidate[]>
}
