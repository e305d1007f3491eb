import type { TurnTrace } from '../../contract/turn-traces.js'
import type { ConversationRepository } from '../conversations/ports.js'
import { notFound } from '../errors.js'
import { allMemories } from '../memories/load-memories.js'
import type { MemoryRepository } from '../memories/ports.js'
import type { AllTraces } from './all-traces.js'
import type { RecordedTrace } from './traces.js'

type ExplainTurnDeps = {
  readonly allTraces: Pick<AllTraces, 'find'>
  readonly memories: Pick<MemoryRepository, 'list'>
  readonly conversations: Pick<ConversationRepository, 'find'>
}

/** The trace of a turn, with what was remembered of it since then. */
export async function explainTurn(deps: ExplainTurnDeps, messageId: string): Promise<TurnTrace> {
  const trace = await deps.allTraces.find(messageId)
  if (trace === undefined) throw notFound('Turn')
  return { ...trace, remembered: await rememberedOf(deps, trace) }
}

/** Extraction names the player's message that a memory comes from; a turn that stored none has no memories. */
async function rememberedOf(
  deps: Pick<ExplainTurnDeps, 'memories' | 'conversations'>,
  { characterId, playerId, playerMessageId }: RecordedTrace,
): Promise<TurnTrace['remembered']> {
  if (playerMessageId === undefined) return null
  const pair = { characterId, playerId }
  const [conversation, memories] = await Promise.all([deps.conversations.find(pair), allMemories(deps, pair)])
  return {
    isRead: (conversation?.extractedUpTo ?? 0) >= playerMessageId,
    memories: memories
      .filter(({ messageId }) => messageId === playerMessageId)
      .map(({ id, content, memoryType, status }) => ({ id, content, memoryType, status })),
  }
}
