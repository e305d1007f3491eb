import type { ConversationRepository, Pair } from '../../conversations/ports.js'
import type { MessageRecord } from '../../conversations/record.js'
import type { NewDocument } from '../../retrieval/ports.js'

/** So many turns of a pair can be found again, the newest. */
export const MOST_TURNS = 2000
/** More of one turn is not searched. */
const SEARCHED_CHARACTERS = 2000
/** Turns before one that are context to it. */
const BEFORE = 2

const PREFIX = 'turn-'

/** The newest turns of a pair that may be remembered, as documents: found by their words, in the context of their neighbours. */
export async function turnDocumentsOf(
  { conversations }: { readonly conversations: Pick<ConversationRepository, 'find' | 'listRemembered'> },
  pair: Pair,
  count: number,
): Promise<NewDocument[]> {
  const conversation = await conversations.find(pair)
  if (conversation === undefined) return []
  const messages = await conversations.listRemembered(conversation.id, count + BEFORE)
  const documents = messages.map((message, at) => {
    const [last, next] = [messages[at - 2], messages[at + 1]]
    return documentOf(message, { prev: messages[at - 1], near: [last, next] })
  })
  return documents.slice(-count)
}

/** The message that a document stands for; undefined for a memory. */
export const messageIdOf = (documentId: string): number | undefined =>
  documentId.startsWith(PREFIX) ? Number(documentId.slice(PREFIX.length)) : undefined

type Neighbours = {
  readonly prev: MessageRecord | undefined
  readonly near: readonly (MessageRecord | undefined)[]
}

const documentOf = (message: MessageRecord, { prev, near }: Neighbours): NewDocument => ({
  id: `${PREFIX}${message.id}`,
  kind: 'turn',
  type: message.role,
  text: textOf(message),
  prev: prev === undefined ? '' : textOf(prev),
  near: near.map((each) => (each === undefined ? '' : textOf(each))).join(' '),
  subject: message.role === 'user' ? 'player' : 'character',
})

const textOf = ({ content, imageDescription }: MessageRecord): string =>
  [content, imageDescription ?? ''].join(' ').trim().slice(0, SEARCHED_CHARACTERS)
