import type { CharacterRecord } from '../characters/record.js'
import type { Pair } from '../conversations/ports.js'
import type { MessageRecord, PromptBlock } from '../conversations/record.js'
import type { KnowledgeBase, RetrievedKnowledge } from '../knowledge/ports.js'
import type { MemoryRecall, Recalled } from '../memories/search/recall-port.js'
import { withKnowledge } from './knowledge-block.js'
import { memoryBlock, withMemories } from './memory-block.js'
import type { ReplyRequest } from './ports.js'
import { imageDescriptionOf, promptMessages, shownMessages, systemPrompt } from './prompt.js'

export type PrepareDeps = {
  readonly knowledge: Pick<KnowledgeBase, 'retrieve'>
  readonly recall: Pick<MemoryRecall, 'recall'>
}

type Asked = {
  readonly character: CharacterRecord
  readonly pair: Pair
  /** What the player says now. */
  readonly text: string
  /** What a picture shows that comes with it. */
  readonly imageDescription?: string | null
  /** The newest messages before it. */
  readonly messages: readonly MessageRecord[]
  readonly canLook?: boolean
}

/** What it is about: what is said, and what is shown. */
const subjectOf = ({ text, imageDescription }: Asked): string =>
  [text, imageDescription ?? ''].filter((part) => part !== '').join(' ')

/** So many messages before what the player says decide what it is about. */
const LAST_TURNS = 2

/** What a model is asked, and the part of it that tells what is remembered. */
export async function prepareRequest(
  deps: PrepareDeps,
  asked: Asked,
  signal: AbortSignal,
): Promise<{ readonly request: ReplyRequest; readonly prompt: PromptBlock }> {
  const { character, pair, text, imageDescription, messages, canLook = false } = asked
  const shown = shownMessages(messages, text)
  const [knowledge, memories] = await Promise.all([
    recallKnowledge(deps, asked, signal),
    recallMemories(deps, { ...asked, shown }, signal),
  ])
  const prompt = memoryBlock(memories)
  const request = {
    character,
    playerId: pair.playerId,
    system: withMemories(withKnowledge(systemPrompt(character), knowledge), prompt),
    knowledge,
    memories,
    messages: promptMessages(shown, { content: text, ...imageDescriptionOf(imageDescription) }),
    readMessages: shown.filter(({ id }) => id <= memories.extractedUpTo).length,
    actions: character.actions,
    canLook,
  }
  return { request, prompt }
}

/** Takes no time for a character without documents. */
const recallKnowledge = (
  { knowledge }: Pick<PrepareDeps, 'knowledge'>,
  asked: Asked,
  signal: AbortSignal,
): Promise<RetrievedKnowledge> =>
  knowledge.retrieve(
    {
      characterId: asked.character.id,
      text: subjectOf(asked),
      previousText: asked.messages.findLast(({ role }) => role === 'user')?.content,
      ignoredWords: [asked.character.name],
    },
    signal,
  )

/** Takes no time for a player of whom nothing is remembered. */
function recallMemories(
  { recall }: Pick<PrepareDeps, 'recall'>,
  asked: Asked & { readonly shown: readonly MessageRecord[] },
  signal: AbortSignal,
): Promise<Recalled> {
  const { character, pair, messages, shown } = asked
  const last = messages.slice(-LAST_TURNS).map(({ content }) => content)
  return recall.recall(
    {
      pair,
      text: subjectOf(asked),
      before: last.length === 0 ? undefined : last.join('\n'),
      shown: { count: shown.length, from: shown[0]?.id },
      ignore: [character.name],
    },
    signal,
  )
}
