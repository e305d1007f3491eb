import type { ConversationRepository, Pair } from '../../conversations/ports.js'
import type { KnowledgeBase } from '../../knowledge/ports.js'
import type { ConversationTurn } from './extraction-context.js'

type PromptTextsDeps = {
  readonly conversations: Pick<ConversationRepository, 'find' | 'listPrompts'>
  readonly knowledge: Pick<KnowledgeBase, 'retrieve'>
}

/** Prompts that a player can still have in mind. */
const PROMPTS = 20

/**
 * What the server has put into the prompts of a pair that a turn may be a copy of: facts and memories of late, and what
 * the documents of the character have to it. Old turns are left out: who says again what they said tells it again.
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
      conversation === undefined ? [] : await conversations.listPrompts(conversation.id, PROMPTS)
    const remembered = prompts.flatMap(({ block, given }) =>
      given.filter(({ kind }) => kind !== 'turn').map(({ start, end }) => block.slice(start, end)),
    )
    return [...new Set(remembered), ...excerpts.map(({ passage }) => passage.text)]
  }
