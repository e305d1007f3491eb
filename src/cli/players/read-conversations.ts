import type { Client, OperationInput, OperationResult } from '../../client/create-client.js'
import {
  type Conversation,
  getConversation,
  listConversations,
  listMessages,
  type Message,
} from '../../contract/conversations.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import { CommandError, EXIT } from '../errors/command-error.js'

/** Page sizes: the maxima of the contract. */
const CONVERSATIONS = 100
const MESSAGES = 200

type Query = NonNullable<OperationInput<typeof listConversations>['query']>

/** Reads all pages of conversations into one. A conversation that moves to another page meanwhile appears once. */
export async function readAllConversations(
  client: Client,
  characterId: string,
  query: Omit<Query, 'limit' | 'offset'>,
): Promise<OperationResult<typeof listConversations>> {
  const found = new Map<string, OperationResult<typeof listConversations>['conversations'][number]>()
  for (let offset = 0; ; offset += CONVERSATIONS) {
    const page = await client.call(listConversations, {
      params: { characterId },
      query: { ...query, limit: CONVERSATIONS, offset },
    })
    for (const conversation of page.conversations) found.set(conversation.id, conversation)
    if (page.conversations.length < CONVERSATIONS || offset + CONVERSATIONS >= page.total) {
      return { ...page, conversations: [...found.values()], limit: found.size, offset: 0 }
    }
  }
}

/**
 * Reads all messages of a player into one page, the oldest first. Pages count from the newest message, so a new message
 * shifts the pages meanwhile; duplicates are removed.
 */
export async function readAllMessages(
  client: Client,
  params: CharacterPlayer,
): Promise<OperationResult<typeof listMessages>> {
  const pages: (readonly Message[])[] = []
  for (let page = 1; ; page += 1) {
    const answer = await client.call(listMessages, { params, query: { limit: MESSAGES, page } })
    pages.unshift(answer.messages)
    if (!answer.pagination.hasMore || answer.messages.length === 0) return asSinglePage(pages.flat())
  }
}

function asSinglePage(read: readonly Message[]): OperationResult<typeof listMessages> {
  const messages = [...new Map(read.map((message) => [message.id, message])).values()]
  const count = messages.length
  return { messages, pagination: { page: 1, limit: count, total: count, hasMore: false } }
}

/** The path of the statistics, which shadows the conversation of a player with this id. */
const SHADOWED_PLAYER = 'stats'

/** The conversation of one player. Throws if there is none. */
export const findConversation = (client: Client, pair: CharacterPlayer): Promise<Conversation> =>
  pair.playerId === SHADOWED_PLAYER
    ? findListed(client, pair)
    : client.call(getConversation, { params: pair })

async function findListed(client: Client, { characterId, playerId }: CharacterPlayer): Promise<Conversation> {
  const { conversations } = await readAllConversations(client, characterId, { playerSearch: playerId })
  const found = conversations.find((one) => one.playerId === playerId)
  if (found) return found
  throw new CommandError({
    code: 'not_found',
    message: 'Conversation not found',
    exitCode: EXIT.failed,
  })
}
