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
import { toPromptBlock, withBlock } from './prompt-fields.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type PromptTables = Pick<Tables, 'conversations' | 'messages' | 'prompts'>

/** What was erased between the making of a prompt and its turn is blank from the beginning. */
export function promptRecord(
  { conversations, memories }: PromptTables & Pick<MemoryTables, 'memories'>,
  { id, conversationId, timestamp }: MessageRecord,
  prompt: PromptBlock,
): PromptRecord {
  const forgotten = conversations.get(conversationId)?.forgottenUpTo ?? 0
  const isGone = ({ kind, id: own, source = own }: Given) =>
    kind === 'turn' ? Number(own) <= forgotten : memories.get(source) === undefined
  return withBlock({ id, conversationId, at: timestamp ?? '' }, blanked(prompt, isGone))
}

/** What past prompts held of what is remembered. */
export function createPrompts({
  conversations,
  messages,
  prompts,
}: PromptTables): Pick<ConversationRepository, 'findTurn' | 'listPrompts'> {
  const turnPromptOf = (messageId: number) => {
    const record = prompts.get(messageId)
    return record && toTurnPrompt(record)
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
      prompts.byConversation.slice(conversationId, -limit).map(toTurnPrompt),
  }
}

const toTurnPrompt = (record: PromptRecord): TurnPrompt => {
  const { id, conversationId, at } = record
  return { id, conversationId, at, ...toPromptBlock(record) }
}

const ERASED = '(erased)'

/** Takes memories, and the core facts that come from them, out of every prompt that held them. */
export function blanking(
  { conversations, prompts }: PromptTables,
  pair: Parameters<typeof pairKey>[0],
  memoryIds: ReadonlySet<string>,
): Change[] {
  const conversation = conversations.byPair.get(pairKey(pair))
  if (conversation === undefined) return []
  return prompts.byConversation
    .slice(conversation.id)
    .map((record) => ({ record, prompt: toPromptBlock(record) }))
    .filter(({ prompt }) => prompt.given.some((one) => isOf(one, memoryIds)))
    .map(({ record, prompt }) =>
      prompts.put(
        withBlock(
          record,
          blanked(prompt, (one) => isOf(one, memoryIds)),
        ),
      ),
    )
}

const isOf = ({ id, source }: Given, memoryIds: ReadonlySet<string>): boolean =>
  memoryIds.has(id) || (source !== undefined && memoryIds.has(source))

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
