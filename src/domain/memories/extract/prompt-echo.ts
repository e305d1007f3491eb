import type { ConversationRepository, Pair } from '../../conversations/ports.js'
import type { KnowledgeBase } from '../../knowledge/ports.js'
import {
  type ConversationTurn,
  type ExtractionContext,
  MAX_MESSAGE_CHARACTERS,
} from './candidate-extractor.js'
import { repeatsPrompt } from './quarantine.js'

/** Whether the player repeats text that the server put into a prompt. */
export async function isPromptEcho(turn: ConversationTurn, context: ExtractionContext): Promise<boolean> {
  const message = turn.content.slice(0, MAX_MESSAGE_CHARACTERS)
  for (const block of [...(context.promptBlocks ?? []), ...((await context.promptBlocksOf?.(turn)) ?? [])]) {
    await context.yieldToEventLoop?.()
    if (repeatsPrompt(message, [block])) return true
  }
  return false
}

type PromptTextsDeps = {
  readonly conversations: Pick<ConversationRepository, 'find' | 'listPrompts'>
  readonly knowledge: Pick<KnowledgeBase, 'retrieve'>
}

/** Recent prompts that a player may still repeat. */
const RECENT_PROMPTS = 20

/**
 * Text from recent prompts of a pair that a turn may repeat: core facts, memories, and passages of the character's
 * documents that match the turn. Earlier turns are left out: a player who repeats themselves says it again.
 */
export const recentPromptTexts =
  ({ conversations, knowledge }: PromptTextsDeps) =>
  (pair: Pair) =>
  async ({ content }: ConversationTurn): Promise<readonly string[]> => {
    const question = {
      characterId: pair.characterId,
      text: content,
      previousText: undefined,
      ignoredWords: [],
    }
    const { excerpts } = await knowledge.retrieve(question, new AbortController().signal)
    const conversation = await conversations.find(pair)
    const prompts =
      conversation === undefined ? [] : await conversations.listPrompts(conversation.id, RECENT_PROMPTS)
    const remembered = prompts.flatMap(({ block, given }) =>
      given.filter(({ kind }) => kind !== 'turn').map(({ start, end }) => block.slice(start, end)),
    )
    return [...new Set(remembered), ...excerpts.map(({ passage }) => passage.text)]
  }
