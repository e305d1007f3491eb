import type { Static } from 'typebox'
import { listConversations as operation } from '../../contract/conversations.js'
import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import { withDefaults } from '../defaults.js'
import { notFound } from '../errors.js'
import type { Ids } from '../random.js'
import { authorizeCharacter, authorizePair, authorizePairChange, type ConversationDeps } from './authorize.js'
import type { ConversationQuery, ConversationStats, Pair } from './ports.js'
import type { ConversationRecord } from './record.js'

/** The conversation of a player with a character; `not_found` until the player has sent a message. */
export async function getConversation(
  deps: ConversationDeps<'find'>,
  caller: CallerIdentity,
  pair: Pair,
): Promise<ConversationRecord> {
  await authorizePair(deps, caller, pair)
  const conversation = await deps.conversations.find(pair)
  // The record exists from the first connection on, also without messages.
  if (conversation === undefined || conversation.messageCount === 0) throw notFound('Conversation')
  return conversation
}

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

/** The same list, restricted to this player. */
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

/** Counts and dates of a character's conversations; for a player, of their own only. */
export async function conversationStats(
  deps: ConversationDeps<'find' | 'stats'>,
  caller: CallerIdentity,
  characterId: string,
): Promise<ConversationStats> {
  await authorizeCharacter(deps, caller, characterId)

  const { playerId } = caller
  if (playerId === null) return deps.conversations.stats(characterId)
  return statsOf(await deps.conversations.find({ characterId, playerId }))
}

const statsOf = (only: ConversationRecord | undefined): ConversationStats => ({
  totalConversations: only === undefined ? 0 : 1,
  totalMessages: only?.messageCount ?? 0,
  firstActivity: only?.createdAt ?? null,
  lastActivity: only?.lastActivity ?? null,
})

/** Removes a conversation and the player's memories. */
export async function removeConversation(
  deps: ConversationDeps<'remove'>,
  caller: CallerIdentity,
  pair: Pair,
): Promise<void> {
  await authorizePairChange(deps, caller, pair)
  if (!(await deps.conversations.remove(pair))) throw notFound('Conversation')
}

/** A conversation without messages, for `findOrCreate`. */
export function newConversation(
  { ids, clock }: { readonly ids: Ids; readonly clock: Pick<Clock, 'now'> },
  pair: Pair,
  apiKeyId: string | null,
): ConversationRecord {
  const now = clock.now().toISOString()
  return {
    ...pair,
    ...{ id: ids.uuid(), apiKeyId },
    ...{ createdAt: now, lastActivity: now },
    ...{ messageCount: 0, lastMemoryExtractionAt: null },
  }
}
