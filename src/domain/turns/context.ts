import type { Pair } from '../conversations/ports.js'
import type { MessageRecord } from '../conversations/record.js'
import { estimateTokens } from '../estimate-tokens.js'
import type { KnowledgeBase, RetrievedKnowledge } from '../knowledge/ports.js'
import type { MemoryRecall, Recalled } from '../memories/search/recall-port.js'
import type { Scene } from './ports.js'
import { type LeftOut, shownMessages, type TurnContext } from './prompt.js'
import type { TranscriptSnapshot } from './turn.js'

export type ContextDeps = {
  readonly knowledge: Pick<KnowledgeBase, 'retrieve'>
  readonly recall: Pick<MemoryRecall, 'recall'>
}

export type ContextQuery = {
  readonly snapshot: TranscriptSnapshot
  readonly pair: Pair
  /** What the player says now. */
  readonly text: string
  /** What a picture shows that comes with it. */
  readonly imageDescription?: string | null | undefined
  readonly canLook: boolean
  readonly scene?: Scene | undefined
}

/** Gathers what a prompt is built from: documents and memories are searched at the same time. */
export async function gatherContext(
  deps: ContextDeps,
  query: ContextQuery,
  signal: AbortSignal,
): Promise<TurnContext> {
  const { snapshot, ...asked } = query
  const { character, messages } = snapshot
  const history = shownMessages(messages, query.text)
  const [knowledge, memories] = await Promise.all([
    retrieveKnowledge(deps, query, signal),
    recallMemories(deps, { ...query, history }, signal),
  ])
  const tooOld = messages.slice(0, messages.length - history.length)
  return { ...asked, character, history, knowledge, memories, leftOut: leftOutMessages(tooOld) }
}

const leftOutMessages = (messages: readonly MessageRecord[]): readonly LeftOut[] =>
  messages.length === 0 ? [] : [{ kind: 'message', ...countTokens(messages), reason: 'budget' }]

const countTokens = (messages: readonly MessageRecord[]) => ({
  count: messages.length,
  tokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
})

/** What it is about: what is said, and what is shown. */
const subjectOf = ({ text, imageDescription }: ContextQuery): string =>
  [text, imageDescription ?? ''].filter((part) => part !== '').join(' ')

/** Takes no time for a character without documents. */
const retrieveKnowledge = (
  { knowledge }: Pick<ContextDeps, 'knowledge'>,
  query: ContextQuery,
  signal: AbortSignal,
): Promise<RetrievedKnowledge> => {
  const { character, messages, documents } = query.snapshot
  return knowledge.retrieve(
    {
      characterId: character.id,
      text: subjectOf(query),
      previousText: messages.findLast(({ role }) => role === 'user')?.content,
      ignoredWords: [character.name],
      documents,
    },
    signal,
  )
}

/** So many messages before what the player says decide what it is about. */
const PREVIOUS_MESSAGES = 2

/** Takes no time for a player of whom nothing is remembered. */
function recallMemories(
  { recall }: Pick<ContextDeps, 'recall'>,
  query: ContextQuery & { readonly history: readonly MessageRecord[] },
  signal: AbortSignal,
): Promise<Recalled> {
  const { snapshot, pair, history } = query
  const previous = snapshot.messages.slice(-PREVIOUS_MESSAGES).map(({ content }) => content)
  return recall.recall(
    {
      pair,
      text: subjectOf(query),
      before: previous.length === 0 ? undefined : previous.join('\n'),
      shown: { count: history.length, from: history[0]?.id },
      ignore: [snapshot.character.name],
      known: snapshot.known,
    },
    signal,
  )
}
