import type { Pair } from '../conversations/ports.js'
import type { MessageRecord } from '../conversations/record.js'
import { estimateTokens } from '../estimate-tokens.js'
import type { KnowledgeBase } from '../knowledge/ports.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
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

/** So many messages before what the player says decide what it is about. */
const PREVIOUS_MESSAGES = 2

/**
 * Gathers what a prompt is built from: documents and memories are searched at the same time. It takes no time where there
 * are neither.
 */
export async function gatherContext(
  { knowledge, recall }: ContextDeps,
  { snapshot, ...asked }: ContextQuery,
  signal: AbortSignal,
): Promise<TurnContext> {
  const { character, messages, documents, known } = snapshot
  const history = shownMessages(messages, asked.text)
  const before = messages.slice(-PREVIOUS_MESSAGES).map(({ content }) => content)
  const text = subjectOf(asked)
  const [passages, memories] = await Promise.all([
    knowledge.retrieve(
      {
        ...{ characterId: character.id, text, documents },
        previousText: messages.findLast(({ role }) => role === 'user')?.content,
        ignoredWords: [character.name],
      },
      signal,
    ),
    recall.recall(
      {
        ...{ pair: asked.pair, text, known },
        before: before.length === 0 ? undefined : before.join('\n'),
        shown: { count: history.length, from: history[0]?.id },
        ignore: [character.name],
      },
      signal,
    ),
  ])
  const leftOut = messages.slice(0, messages.length - history.length)
  return {
    ...{ ...asked, character, history, knowledge: passages, memories },
    leftOut: leftOut.length === 0 ? [] : [describeLeftOut(leftOut)],
  }
}

/** What it is about: what is said, and what is shown. */
const subjectOf = ({ text, imageDescription }: Pick<ContextQuery, 'text' | 'imageDescription'>): string =>
  [text, imageDescription].filter(Boolean).join(' ')

function describeLeftOut(messages: readonly MessageRecord[]): LeftOut {
  const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  return { kind: 'message', count: messages.length, tokens, reason: 'budget' }
}
