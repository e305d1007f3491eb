import {
  type Client,
  type OperationInput,
  type OperationResult,
  ServiceError,
} from '../../client/create-client.js'
import { listConversations } from '../../contract/conversations.js'
import { listPlayers, type Player } from '../../contract/players.js'

/** The most that one page may hold. */
const PAGE = 100

type Query = NonNullable<OperationInput<typeof listConversations>['query']>
export type PlayerPage = OperationResult<typeof listPlayers>
export type ReadPlayers = (query: Query) => Promise<PlayerPage>

/**
 * Reads pages of everyone of whom something is stored, which only a local server lists. Of another the first page finds
 * that out, and all come from the contract's list of conversations, which has nobody who never talked.
 */
export function createPlayerReader(client: Client, characterId: string): ReadPlayers {
  const params = { characterId }
  let isLocal = true
  return async (query) => {
    const page = isLocal
      ? await client.call(listPlayers, { params, query }).catch(undefinedIfUnknown)
      : undefined
    // Whatever answers every path with something gives no players either.
    isLocal = Array.isArray(page?.players)
    if (page !== undefined && isLocal) return page
    return withoutMemories(await client.call(listConversations, { params, query }))
  }
}

/** A refusal is left to the list of the contract, which says in its own words what is wrong with a request. */
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

/** All players as if they were one page. One that moves to another page meanwhile is told once. */
export async function readAllPlayers(
  read: ReadPlayers,
  query: Omit<Query, 'limit' | 'offset'> = {},
): Promise<PlayerPage> {
  const found = new Map<string, Player>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await read({ ...query, limit: PAGE, offset })
    for (const player of page.players) found.set(player.playerId, player)
    if (page.players.length < PAGE || offset + PAGE >= page.total) {
      return { ...page, players: [...found.values()], limit: found.size, offset: 0 }
    }
  }
}

/** For a page that is not complete. */
export const INCOMPLETE_PLAYERS_NOTE =
  'Only players who have talked to the character are listed: the server tells no others, or not with this API key.'
