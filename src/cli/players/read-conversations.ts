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

/** The most that one page may hold. */
const CONVERSATIONS = 100
const MESSAGES = 200

type Query = NonNullable<OperationInput<typeof listConversations>['query']>

/** All conversations as if they were one page. One that moves to another page meanwhile is told once. */
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
    for (const one of page.conversations) found.set(one.id, one)
    if (page.conversations.length < CONVERSATIONS || offset + CONVERSATIONS >= page.total) {
      return { ...page, conversations: [...found.values()], limit: found.size, offset: 0 }
    }
  }
}

/**
 * All messages of a player, the oldest first, as if they were one page. Pages count from the newest message; what is
 * said meanwhile pushes the end of one to the beginning of the next, and is told once.
 */
export async function readAllMessages(
  client: Client,
  params: CharacterPlayer,
): Promise<OperationResult<typeof listMessages>> {
  const pages: (readonly Message[])[] = []
  for (let page = 1; ; page += 1) {
    const answer = await client.call(listMessages, { params, query: { limit: MESSAGES, page } })
    pages.unshift(answer.messages)
    if (!answer.pagination.hasMore || answer.messages.length === 0) return onePage(pages.flat())
  }
}

function onePage(read: readonly Message[]): OperationResult<typeof listMessages> {
  const messages = [...new Map(read.map((message) => [message.id, message])).values()]
  const count = messages.length
  return { messages, pagination: { page: 1, limit: count, total: count, hasMore: false } }
}

/** The path of the statistics: asked for a player of this name, the service answers with those. */
const SHADOWED = 'stats'

/** The conversation of one player. */
export const findConversation = (client: Client, pair: CharacterPlayer): Promise<Conversation> =>
  pair.playerId === SHADOWED ? findListed(client, pair) : client.call(getConversation, { params: pair })

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
