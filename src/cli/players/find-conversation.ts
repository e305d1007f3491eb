import type { Client } from '../../client/create-client.js'
import { type Conversation, getConversation } from '../../contract/conversations.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { readAllConversations } from './read-conversations.js'

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
