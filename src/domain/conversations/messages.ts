import type { Static } from 'typebox'
import { type Message, listMessages as operation } from '../../contract/conversations.js'
import type { TurnPrompt } from '../../contract/turn-prompts.js'
import type { CallerIdentity } from '../access.js'
import { withDefaults } from '../defaults.js'
import { notFound } from '../errors.js'
import { filePath } from '../files/stored-file.js'
import { authorizePair, type ConversationDeps } from './authorize.js'
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

/** The messages: page 1 is the newest, each page is in chronological order. Empty without a conversation. */
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

type TurnPromptInput = { readonly pair: Pair; readonly messageId: string }

/** The exact memory block of a past turn's prompt, by the id of the player's message or of the reply. */
export async function turnPrompt(
  deps: ConversationDeps<'findTurn'>,
  caller: CallerIdentity,
  { pair, messageId }: TurnPromptInput,
): Promise<TurnPrompt> {
  await authorizePair(deps, caller, pair)
  const id = /^\d{1,15}$/.test(messageId) ? Number(messageId) : 0
  const turn = await deps.conversations.findTurn(pair, id)
  if (turn === undefined) throw notFound('Message')
  const { prompt } = turn
  const block = prompt?.block ?? ''
  return {
    messageId: id,
    recorded: prompt !== undefined,
    at: prompt?.at ?? null,
    block,
    given: (prompt?.given ?? []).map(({ kind, id: given, source = null, start, end }) => ({
      kind,
      id: given,
      sourceMemoryId: source,
      text: block.slice(start, end),
    })),
  }
}

/** A page with its messages as on the wire. */
export const viewMessagePage = <Page extends { readonly messages: readonly MessageRecord[] }>(
  page: Page,
  address: string,
): Omit<Page, 'messages'> & { messages: Message[] } => ({
  ...page,
  messages: page.messages.map((message) => viewMessage(message, address)),
})

/** The message on the wire; `address`: scheme, host and port by which the client reaches this server. */
function viewMessage({ imageFile, ...message }: MessageRecord, address: string): Message {
  return imageFile === undefined ? message : { ...message, imageUrl: `${address}${filePath(imageFile)}` }
}
