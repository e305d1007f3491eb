import type { Choose } from '../../../src/adapters/model/stub/answer/turn.js'
import { createStubModel } from '../../../src/adapters/model/stub/stub-model.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import type { MessageRecord } from '../../../src/domain/conversations/record.js'
import type { RetrievedKnowledge } from '../../../src/domain/knowledge/ports.js'
import type { Recalled } from '../../../src/domain/memories/search/recall-port.js'
import type { LanguageModel, ReplyRequest } from '../../../src/domain/turns/ports.js'
import { buildPrompt } from '../../../src/domain/turns/prompt.js'
import { aCharacter, aMemory } from '../stores/store-records.js'
import { judgeAnswer, type TalkPersona, type TalkQuestion } from './talk-corpus.js'

export type JudgedAnswer = {
  readonly persona: string
  readonly messages: readonly string[]
  readonly answer: string
  readonly missing: readonly string[]
  readonly forbidden: readonly string[]
}

/** Lets the stub answer all questions of a character, each in a conversation of its own. */
export async function judgePersona(persona: TalkPersona): Promise<readonly JudgedAnswer[]> {
  const judged: JudgedAnswer[] = []
  for (const question of persona.questions) judged.push(await judgeQuestion(persona, question))
  return judged
}

export const isRight = ({ missing, forbidden }: JudgedAnswer): boolean =>
  missing.length === 0 && forbidden.length === 0

/** `choose` decides what is told, in all of the conversation. */
export async function judgeQuestion(
  persona: TalkPersona,
  question: TalkQuestion,
  choose?: Choose,
): Promise<JudgedAnswer> {
  const answers = await converse(persona, question.messages, choose)
  const answer = answers.at(-1) ?? ''
  return {
    persona: persona.key,
    messages: question.messages,
    answer,
    ...judgeAnswer(answer, question, persona.never),
  }
}

type TalkedTo = Omit<TalkPersona, 'key' | 'half' | 'never' | 'questions'>

/** The replies of the stub to these messages, in one conversation, with the prompts that any model is given. */
export async function converse(
  persona: TalkedTo,
  messages: readonly string[],
  choose?: Choose,
): Promise<readonly string[]> {
  const model = createStubModel({
    timers: NO_TIMERS,
    pace: 'instant',
    ...(choose === undefined ? {} : { choose }),
  })
  const context = contextOf(persona)
  const history: MessageRecord[] = []
  const answers: string[] = []
  for (const text of messages) {
    const { request } = buildPrompt({ ...context, text, history })
    const answer = await textOf(model, request)
    history.push(message(history.length, 'user', text), message(history.length + 1, 'assistant', answer))
    answers.push(answer)
  }
  return answers
}

/** The last reply to these messages of a character with this background, who has a name and, unless told otherwise, nothing else. */
export async function lastReply(
  { name = 'Ruth Okafor', ...persona }: Partial<TalkedTo['persona']>,
  ...messages: readonly string[]
): Promise<string> {
  const talkedTo = { persona: { name, ...persona }, documents: {}, memories: [], facts: {} }
  return (await converse(talkedTo, messages)).at(-1) ?? ''
}

/** The requests of a conversation with one question each, as a model gets them. */
export const requestsOf = (persona: TalkPersona): readonly ReplyRequest[] => {
  const context = contextOf(persona)
  return persona.questions.map(
    ({ messages }) => buildPrompt({ ...context, text: messages.at(-1) ?? '', history: [] }).request,
  )
}

const contextOf = (persona: TalkedTo) => ({
  character: characterOf(persona),
  pair: { characterId: 'character-1', playerId: 'player-1' },
  knowledge: knowledgeOf(persona),
  memories: memoriesOf(persona),
  canLook: false,
})

export const NO_TIMERS = {
  sleep: () => Promise.reject(new Error('instant needs no timer')),
  elapsed: () => 0,
}

export async function textOf(model: LanguageModel, request: Parameters<LanguageModel['reply']>[0]) {
  let text = ''
  for await (const part of model.reply(request, new AbortController().signal))
    if (part.type === 'text') text += part.text
  return text
}

function characterOf({ persona }: Pick<TalkPersona, 'persona'>): CharacterRecord {
  const { verbosity = 'medium', ...texts } = persona
  return aCharacter({ ...texts, llm_verbosity: verbosity })
}

const knowledgeOf = ({ documents }: Pick<TalkPersona, 'documents'>): RetrievedKnowledge => ({
  documents: Object.keys(documents),
  isComplete: true,
  excerpts: Object.entries(documents).flatMap(([document, pages]) =>
    pages.map((text, at) => ({
      documentId: document,
      document,
      passage: { text: text.trim(), firstPage: at + 1, lastPage: at + 1 },
    })),
  ),
})

const SAID_AT = '2030-01-01T09:00:00.000Z'

const memoriesOf = ({ facts, memories }: Pick<TalkPersona, 'facts' | 'memories'>): Recalled => ({
  facts: Object.entries(facts).map(([factKey, factValue]) => ({
    id: `fact ${factKey}`,
    userId: 'account-1',
    agentId: 'character-1',
    playerId: 'player-1',
    factKey,
    factValue,
    sourceMemoryId: `of ${factKey}`,
    createdAt: SAID_AT,
    updatedAt: null,
  })),
  memories: memories.map((content, at) => aMemory({ id: `memory-${at}`, content, createdAt: SAID_AT })),
  turns: [],
  extractedUpTo: 0,
})

const message = (at: number, role: 'user' | 'assistant', content: string): MessageRecord => ({
  id: at + 1,
  conversationId: 'conversation-1',
  role,
  content,
  speaker: null,
  timestamp: SAID_AT,
  imageUrl: null,
  imageDescription: null,
})
