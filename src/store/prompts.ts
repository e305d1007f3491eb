import { pairKey } from '../domain/conversations/pair-key.js'
import type { ConversationRepository } from '../domain/conversations/ports.js'
import type {
  Given,
  MessageRecord,
  PromptBlock,
  PromptRecord,
  TurnPrompt,
} from '../domain/conversations/record.js'
import type { MemoryTables } from './memory-tables.js'
import { ERASED, toPromptBlock, toPromptRecord, withoutMemories } from './prompt-parts.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type PromptTables = Pick<Tables, 'conversations' | 'messages' | 'prompts'>

/**
 * A prompt refers to lines that so many prompts before it have written, and writes the others: to look for a line takes no
 * longer in a long conversation than in a short one, and what is repeated all the time is written anew now and then.
 */
const PROMPTS_REFERRED_TO = 32

/** What was erased between the making of a prompt and its turn is blank from the beginning. */
export function promptRecord(
  { conversations, memories, prompts }: PromptTables & Pick<MemoryTables, 'memories'>,
  { id, conversationId, timestamp }: MessageRecord,
  prompt: PromptBlock,
): PromptRecord {
  const forgotten = conversations.get(conversationId)?.forgottenUpTo ?? 0
  const isGone = ({ kind, id: own, source = own }: Given) =>
    kind === 'turn' ? Number(own) <= forgotten : memories.get(source) === undefined
  const earlier =
    prompt.given.length === 0 ? [] : prompts.byConversation.slice(conversationId, -PROMPTS_REFERRED_TO)
  return toPromptRecord({ id, conversationId, at: timestamp ?? '' }, blanked(prompt, isGone), earlier)
}

/** What past prompts held of what is remembered. */
export function createPrompts({
  conversations,
  messages,
  prompts,
}: PromptTables): Pick<ConversationRepository, 'findTurn' | 'listPrompts'> {
  const turnPromptOf = (messageId: number) => {
    const record = prompts.get(messageId)
    return record && toTurnPrompt(record, prompts)
  }
  return {
    async findTurn(pair, messageId) {
      const conversation = conversations.byPair.get(pairKey(pair))
      const message = messages.get(messageId)
      if (conversation === undefined || message?.conversationId !== conversation.id) return undefined
      if (message.role === 'user') return { message, prompt: turnPromptOf(messageId) }
      // A reply belongs to what was said right before it.
      const position = messages.byConversation.countUpTo(conversation.id, messageId)
      const [before] = messages.byConversation.slice(conversation.id, Math.max(0, position - 2), position - 1)
      return { message, prompt: before?.role === 'user' ? turnPromptOf(before.id) : undefined }
    },
    listPrompts: async (conversationId, limit) =>
      prompts.byConversation.slice(conversationId, -limit).map((record) => toTurnPrompt(record, prompts)),
  }
}

function toTurnPrompt(record: PromptRecord, { get }: PromptTables['prompts']): TurnPrompt {
  const { id, conversationId, at } = record
  return { id, conversationId, at, ...toPromptBlock(record, get) }
}

/** Takes memories, and the core facts that come from them, out of every prompt that held them. */
export function blanking(
  { conversations, prompts }: PromptTables,
  pair: Parameters<typeof pairKey>[0],
  memoryIds: ReadonlySet<string>,
): Change[] {
  const conversation = conversations.byPair.get(pairKey(pair))
  if (conversation === undefined) return []
  // Where a prompt refers to a line it is blank as well, once it is where it was written.
  return prompts.byConversation
    .slice(conversation.id)
    .map((record) => ({ record, left: withoutMemories(record, memoryIds) }))
    .filter(({ record, left }) => left !== record)
    .map(({ left }) => prompts.put(left))
}

/** What stays keeps its words, at the places where they stand then. */
function blanked({ block, given }: PromptBlock, isErased: (one: Given) => boolean): PromptBlock {
  if (!given.some(isErased)) return { block, given }
  let [text, from] = ['', 0]
  const left: Given[] = []
  for (const one of given) {
    text += block.slice(from, one.start)
    from = one.end
    const isGone = isErased(one)
    const words = isGone ? ERASED : block.slice(one.start, one.end)
    if (!isGone) left.push({ ...one, start: text.length, end: text.length + words.length })
    text += words
  }
  return { block: text + block.slice(from), given: left }
}

/** Takes all prompts of a pair away. */
export function promptRemoval(
  { conversations, prompts }: PromptTables,
  pair: Parameters<typeof pairKey>[0],
): Change[] {
  const conversation = conversations.byPair.get(pairKey(pair))
  const ids =
    conversation === undefined ? [] : prompts.byConversation.slice(conversation.id).map(({ id }) => id)
  return ids.length === 0 ? [] : [prompts.remove(ids.reverse())]
}
