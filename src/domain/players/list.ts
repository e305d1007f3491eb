import type { Static } from 'typebox'
import { listPlayers as operation, type Player } from '../../contract/players.js'
import { type Caller, type CallerIdentity, holdsScope } from '../access.js'
import { belongsToOtherPlayer, type ConversationDeps } from '../conversations/authorize.js'
import { listConversations } from '../conversations/conversations.js'
import { CONVERSATION_SORT_KEYS } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import type { MemoryDeps } from '../memories/authorize.js'

type ListPlayersDeps = ConversationDeps<'find' | 'list'> & MemoryDeps<'countsByPlayer'>
const Query = operation.schema.querystring
const DEFAULTED = ['limit', 'offset', 'sortBy', 'sortOrder'] as const

type Query = Static<typeof Query>
type PlayerPage = Required<Pick<Query, (typeof DEFAULTED)[number]>> & {
  readonly players: Player[]
  readonly total: number
  readonly complete: boolean
}

/** All players with whom a character has a conversation or memories; a player sees only themselves. */
export async function listPlayers(
  deps: ListPlayersDeps,
  caller: CallerIdentity & Pick<Caller, 'scopes'>,
  { characterId, query }: { readonly characterId: string; readonly query: Query },
): Promise<PlayerPage> {
  const { limit, offset, sortBy, sortOrder } = withDefaults(Query, query, DEFAULTED)
  const everything = { ...query, limit: Number.POSITIVE_INFINITY, offset: 0 }
  const { conversations } = await listConversations(deps, caller, { characterId, query: everything })

  // Open in the contract, which has no such list: memories count only for callers that may read memories.
  const complete = holdsScope(caller, 'memories:read')
  const counts = complete ? await deps.memories.countsByPlayer(characterId) : null
  const talked = new Set(conversations.map(({ playerId }) => playerId))
  const others = [...(counts?.keys() ?? [])].filter(
    (playerId) => !talked.has(playerId) && matchesQuery(playerId, caller, query),
  )

  const remembered = (playerId: string) => (counts === null ? {} : { memoryCount: counts.get(playerId) ?? 0 })
  const rows = [
    ...conversations.map((conversation) => ({ playerId: conversation.playerId, conversation })),
    ...others.sort().map((playerId) => ({ playerId, conversation: null })),
  ].map((row) => ({ ...row, ...remembered(row.playerId) }))
  const players = sortPlayers(rows, { sortBy, sortOrder }).slice(offset, offset + limit)
  return { players, total: rows.length, limit, offset, sortBy, sortOrder, complete }
}

/** Whether a player without a conversation matches the query. */
const matchesQuery = (
  playerId: string,
  caller: CallerIdentity,
  { playerSearch, minMessages }: Query,
): boolean =>
  !belongsToOtherPlayer(playerId, caller) &&
  (minMessages ?? 0) === 0 &&
  playerId.toLowerCase().includes((playerSearch ?? '').toLowerCase())

const NEVER_TALKED = { createdAt: null, lastActivity: null, messageCount: 0 }

/** A stable sort: ties stay in the order of the list of conversations, then the others by id. */
function sortPlayers(
  rows: readonly Player[],
  { sortBy, sortOrder }: Required<Pick<Query, 'sortBy' | 'sortOrder'>>,
): Player[] {
  const keyOf = ({ playerId, conversation }: Player) =>
    CONVERSATION_SORT_KEYS[sortBy](conversation ?? { ...NEVER_TALKED, playerId })
  const direction = sortOrder === 'asc' ? 1 : -1
  return [...rows].sort((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)]
    if (first === second) return 0
    return first < second ? -direction : direction
  })
}
