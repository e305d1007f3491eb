import type { Clock } from '../clock.js'
import { type ConversationRepository, HISTORY_MESSAGES, type Pair } from '../conversations/ports.js'
import type { MessageRecord } from '../conversations/record.js'
import { domainError } from '../errors.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
import { canAccess, type FindOrganizationDeps } from '../organizations/access.js'
import type { Transcript, TranscriptSnapshot } from './turn.js'

export type ConversationTranscriptDeps = FindOrganizationDeps & {
  readonly conversations: Pick<
    ConversationRepository,
    'readTurn' | 'append' | 'completeTurn' | 'updateContent'
  >
  readonly recall: Pick<MemoryRecall, 'recordUse'>
  readonly clock: Pick<Clock, 'now'>
}

export type ConversationOwner = {
  readonly accountId: string
  readonly pair: Pair
  readonly conversationId: string
  /** What the player is called where several talk as one; null: nobody else does. */
  readonly speaker: string | null
}

/** Undefined: the player has none. */
type ReadOwner = Omit<ConversationOwner, 'conversationId' | 'speaker'> & {
  readonly conversationId: string | undefined
}

/** The conversation of a player and a character, for one turn. */
export function createConversationTranscript(
  deps: ConversationTranscriptDeps,
  owner: ConversationOwner,
): Transcript {
  const { conversations, recall, clock } = deps
  const { conversationId, pair, speaker } = owner
  const stored: MessageRecord[] = []
  const addStored = (message: MessageRecord | undefined) => {
    if (message === undefined) throw goneError('conversation')
    stored.push(message)
    return message.id
  }
  const newMessage = (role: MessageRecord['role'], content: string) => ({
    ...{ role, content, speaker: role === 'user' ? speaker : null },
    timestamp: clock.now().toISOString(),
    ...{ imageUrl: null, imageDescription: null },
  })
  return {
    read: async () => {
      const { isConversationGone, ...snapshot } = await readSnapshot(deps, owner)
      if (isConversationGone) throw goneError('conversation')
      return snapshot
    },
    addPlayerMessage: async ({ text, memoryBlock, image }) => {
      const message = {
        ...newMessage('user', text),
        ...(image !== undefined && { imageFile: image.file, imageDescription: image.description }),
      }
      return addStored(await conversations.append(conversationId, message, memoryBlock))
    },
    addReply: async ({ text, used }) => {
      if (text === '') {
        if (used !== undefined) await recall.recordUse(pair, used)
        return undefined
      }
      const message = newMessage('assistant', text)
      const usedMemoryIds = used?.memories.map(({ id }) => id) ?? []
      return addStored(await conversations.completeTurn({ conversationId, message, usedMemoryIds }))
    },
    revise: async ({ storedText, isRetracted }) => {
      for (const { id, role, content } of stored) {
        const text = isRetracted ? '' : storedText
        if (role === 'user' && !isRetracted) continue
        // A picture can come without a word; it goes with its turn.
        if (role === 'user' || text !== content)
          await conversations.updateContent(id, text === '' ? undefined : text)
      }
    },
  }
}

/** The conversation as it is, for a turn of which nothing is stored. */
export const createReadOnlyTranscript = (deps: ConversationTranscriptDeps, owner: ReadOwner): Transcript => ({
  read: () => readSnapshot(deps, owner),
  addPlayerMessage: async () => undefined,
  addReply: async () => undefined,
  revise: async () => undefined,
})

/** Checks access in every turn: the character may be deleted, and a member may have left their organization. */
async function readSnapshot(
  deps: ConversationTranscriptDeps,
  { accountId, pair, conversationId = '' }: ReadOwner,
): Promise<TranscriptSnapshot & { readonly isConversationGone: boolean }> {
  const read = await deps.conversations.readTurn({ pair, conversationId, messageLimit: HISTORY_MESSAGES })
  const { character, conversation, messages, documents, coreFacts, activeMemories } = read
  if (character === undefined || !(await canAccess(deps, accountId, character.record)))
    throw goneError('character')
  return {
    character: character.record,
    messages,
    documents,
    known: { coreFacts, activeMemories, conversation: conversation?.record },
    version: `${character.version}/${conversation?.version}`,
    isConversationGone: conversation === undefined,
  }
}

const goneError = (what: 'character' | 'conversation') => domainError('deletedDuringSession', what)
