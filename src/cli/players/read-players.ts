import {
  type Client,
  type OperationInput,
  type OperationResult,
  ServiceError,
} from '../../client/create-client.js'
import { listConversations } from '../../contract/conversations.js'
import { listPlayers, type Player } from '../../contract/players.js'

/** The maximum page size of the contract. */
const PAGE_SIZE = 100

type Query = NonNullable<OperationInput<typeof listConversations>['query']>
export type PlayerPage = OperationResult<typeof listPlayers>
export type ReadPlayers = (query: Query) => Promise<PlayerPage>

/**
 * Reads pages of all players with stored data, which only a local server lists. At another service the first page detects
 * that, and players come from the contract's list of conversations, which lacks players who never talked.
 */
export function createPlayerReader(client: Client, characterId: string): ReadPlayers {
  const params = { characterId }
  let isLocal = true
  return async (query) => {
    const page = isLocal
      ? await client.call(listPlayers, { params, query }).catch(undefinedIfUnknown)
      : undefined
    // A server that answers every path with something does not return players either.
    isLocal = Array.isArray(page?.players)
    if (page !== undefined && isLocal) return page
    return withoutMemories(await client.call(listConversations, { params, query }))
  }
}

/** Ignores a refusal: the request for conversations then fails with the error of the contract. */
function undefinedIfUnknown(error: unknown): undefined {
  if (error instanceof ServiceError && error.status < 500 && error.status !== 429) return
  throw error
}

function withoutMemories({ conversations, ...page }: OperationResult<typeof listConversations>): PlayerPage {
  const players = conversations.map((conversation) => ({
    playerId: conversation.playerId,
    conversation,
  }))
  return { players, ...page, complete: false }
}

/** Reads all pages of players into one. A player who moves to another page meanwhile appears once. */
export async function readAllPlayers(
  read: ReadPlayers,
  query: Omit<Query, 'limit' | 'offset'> = {},
): Promise<PlayerPage> {
  const found = new Map<string, Player>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await read({ ...query, limit: PAGE_SIZE, offset })
    for (const player of page.players) found.set(player.playerId, player)
    if (page.players.length < PAGE_SIZE || offset + PAGE_SIZE >= page.total) {
      return { ...page, players: [...found.values()], limit: found.size, offset: 0 }
    }
  }
}

export const INCOMPLETE_PLAYERS_NOTE =
  'Only players who have talked to the character are listed: this server, or this API key, does not give access to others.'
