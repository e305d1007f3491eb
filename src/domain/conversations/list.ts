import type { Static } from 'typebox'
import { listConversations as operation } from '../../contract/conversations.js'
import { withDefaults } from '../defaults.js'
import { authorizeCharacter, type CallerIdentity, type ConversationDeps } from './authorize.js'
import type { ConversationQuery } from './ports.js'
import type { ConversationRecord } from './record.js'

const Query = operation.schema.querystring
const DEFAULTED = ['limit', 'offset', 'sortBy', 'sortOrder'] as const

type FoundConversations = { readonly conversations: ConversationRecord[]; readonly total: number }
type ConversationPage = FoundConversations & Pick<ConversationQuery, (typeof DEFAULTED)[number]>
type ListConversationsInput = { readonly characterId: string; readonly query: Static<typeof Query> }

/** The conversations of a character; a player sees only their own. */
export async function listConversations(
  deps: ConversationDeps<'find' | 'list'>,
  caller: CallerIdentity,
  { characterId, query }: ListConversationsInput,
): Promise<ConversationPage> {
  await authorizeCharacter(deps, caller, characterId)

  const { playerSearch, minMessages, ...page } = withDefaults(Query, query, DEFAULTED)
  const wanted = {
    ...page,
    characterId,
    playerSearch: playerSearch || null,
    minMessages: minMessages ?? 0,
  }
  const found =
    caller.playerId === null
      ? await deps.conversations.list(wanted)
      : await findOwnConversation(deps, caller.playerId, wanted)
  return { ...found, ...page }
}

/** The list as it is when there is only this player. */
async function findOwnConversation(
  { conversations }: ConversationDeps<'find'>,
  playerId: string,
  { characterId, playerSearch, minMessages, limit, offset }: ConversationQuery,
): Promise<FoundConversations> {
  const own = await conversations.find({ characterId, playerId })
  const matches =
    own !== undefined &&
    (own.messageCount ?? 0) >= minMessages &&
    playerId.toLowerCase().includes((playerSearch ?? '').toLowerCase())
  const all = matches ? [own] : []
  return { conversations: all.slice(offset, offset + limit), total: all.length }
}
