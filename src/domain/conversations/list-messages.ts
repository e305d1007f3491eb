import type { Static } from 'typebox'
import { listMessages as operation } from '../../contract/conversations.js'
import { withDefaults } from '../defaults.js'
import { authorizePair, type CallerIdentity, type ConversationDeps } from './authorize.js'
import type { Pair } from './ports.js'
import type { MessageRecord } from './record.js'

const Query = operation.schema.querystring

type ListMessagesInput = { readonly pair: Pair; readonly query: Static<typeof Query> }
type MessagePage = {
  readonly messages: MessageRecord[]
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly hasMore: boolean
  }
}

/** What was said: page 1 is the newest, each page in the order it was said. A player with no history has an empty one. */
export async function listMessages(
  deps: ConversationDeps<'find' | 'listMessages'>,
  caller: CallerIdentity,
  { pair, query }: ListMessagesInput,
): Promise<MessagePage> {
  await authorizePair(deps, caller, pair)

  const { page, limit } = withDefaults(Query, query, ['page', 'limit'])
  const conversation = await deps.conversations.find(pair)
  if (conversation === undefined) {
    return { messages: [], pagination: { page, limit, total: 0, hasMore: false } }
  }
  const skip = (page - 1) * limit
  const { messages, total } = await deps.conversations.listMessages({
    conversationId: conversation.id,
    limit,
    skip,
  })
  return { messages, pagination: { page, limit, total, hasMore: skip + messages.length < total } }
}
