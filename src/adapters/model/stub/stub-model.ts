import type { CharacterRecord } from '../../../domain/characters/record.js'
import type { Timers } from '../../../domain/clock.js'
import type { LanguageModel, ReplyRequest } from '../../../domain/turns/ports.js'
import { requestedActions } from './actions.js'
import { answerAboutPicture, wantsLook } from './camera.js'
import { createDocumentReader } from './documents.js'
import { encounterSentences } from './encounter.js'
import { createFactReader, type FactReader, keepLatestFacts } from './facts.js'
import { type Response, respond, type StubContext } from './intents.js'
import { rememberedFacts } from './memories.js'
import { notesAbout, type PersonaNote, personaNotesOf } from './persona.js'
import { type ReplyScript, type StubAnswer, scriptedAnswer } from './script.js'

type StubSettings = {
  readonly timers: Pick<Timers, 'sleep' | 'elapsed'>
  /** How fast the words come: all at once, about as fast as people read, or so many characters a second. */
  readonly pace: 'instant' | 'natural' | number
  readonly script?: ReplyScript | undefined
}

const NATURAL_PACE = 90
/** What a token is taken for: about four characters of English. */
const CHARACTERS_PER_TOKEN = 4
const SENTENCES = { short: 1, medium: 2, long: 5 } as const

/**
 * A language model of rules instead of weights: it answers from the persona, from its documents, from what it
 * remembers, from what the player told and showed in the conversation and from a reply script, always the same way. It
 * calls the actions that the player asks for, and asks to see when the player wants to be seen.
 * The temperature does nothing.
 */
export function createStubModel({ timers, pace, script = { replies: [] } }: StubSettings): LanguageModel {
  const notes = new WeakMap<CharacterRecord, readonly PersonaNote[]>()
  const notesFor = (character: CharacterRecord) => {
    const known = notes.get(character) ?? personaNotesOf(character)
    notes.set(character, known)
    return known
  }
  const reader = createDocumentReader({ timers })
  const factsIn = createFactReader()
  const speed = pace === 'natural' ? NATURAL_PACE : pace

  return {
    async *reply(request, signal) {
      const text = request.messages.at(-1)?.content ?? ''
      // A picture may come without a word.
      const scripted = text === '' ? undefined : scriptedAnswer(script, request, text)
      if (scripted === undefined && wantsLook(request, text)) {
        yield* requestedActions(request.actions, text)
        yield { type: 'look' }
        return
      }
      const answer =
        scripted ??
        composeAnswer(request, {
          text,
          notes: notesFor(request.character),
          quoted: await reader.quote(request.knowledge, text),
          factsIn,
        })
      yield* answer.actions
      for (const word of wordsWithin(answer.text, request.character.llm_max_tokens)) {
        if (speed !== 'instant') await timers.sleep((word.length / speed) * 1000, signal)
        signal.throwIfAborted()
        yield { type: 'text', text: word }
      }
    },
  }
}

function composeAnswer(
  request: ReplyRequest,
  { text, notes, quoted, factsIn }: Pick<StubContext, 'text' | 'notes' | 'quoted'> & { factsIn: FactReader },
): StubAnswer {
  const { character, messages, actions, memories, readMessages, encounter } = request
  if (encounter !== undefined) {
    const sentences = encounterSentences(request, encounter, notes)
    return { actions: [], text: writeOut(character, { gesture: 'nods', sentences }, []) }
  }
  const before = messages.slice(0, -1)
  const said = (role: string) =>
    before.filter((message) => message.role === role).map(({ content }) => content)
  const heard = said('user')
  // What is told after memories were made is newer than they are, what was told before is older.
  const read = before.slice(0, readMessages).filter(({ role }) => role === 'user').length
  const facts = keepLatestFacts(
    factsIn(heard.slice(0, read)),
    rememberedFacts(memories),
    factsIn([...heard.slice(read), text]),
  )
  const calls = requestedActions(actions, text)
  const response: Response =
    calls.length > 0
      ? { gesture: 'nods', sentences: ['Of course.'] }
      : (answerAboutPicture(request, text) ??
        respond({
          character,
          text,
          notes,
          quoted,
          playerMessages: heard,
          characterMessages: said('assistant'),
          memories,
          facts,
          newFacts: factsIn([text]),
        }))
  return { actions: calls, text: writeOut(character, response, fillers(notes, { text, turn: heard.length })) }
}

/** The response at the length of the character's `llm_verbosity`, with a gesture when it is `verbose`. */
function writeOut(
  character: CharacterRecord,
  { gesture, sentences }: Response,
  more: readonly string[],
): string {
  const spoken = [...new Set([...sentences, ...more])].slice(0, SENTENCES[character.llm_verbosity])
  return [...(character.verbose ? [`*${gesture}*`] : []), ...spoken].join(' ')
}

/** What the persona can add: first what is about the matter, then the rest, beginning elsewhere each turn. */
function fillers(
  notes: readonly PersonaNote[],
  { text, turn }: { text: string; turn: number },
): readonly string[] {
  const start = notes.length === 0 ? 0 : turn % notes.length
  return [...notesAbout(notes, text), ...notes.slice(start), ...notes.slice(0, start)].map(
    ({ sentence }) => sentence,
  )
}

/** The words of a text, each with the white space before it, as far as so many tokens reach; one at least. */
function wordsWithin(text: string, tokens: number): readonly string[] {
  const room = tokens * CHARACTERS_PER_TOKEN
  const words = text.match(/(?<!\s)\s*\S+/g) ?? []
  let length = 0
  const tooMuch = words.findIndex((word) => {
    length += word.length
    return length > room
  })
  if (tooMuch < 0) return words
  return tooMuch === 0 ? [[...(words[0] ?? '')].slice(0, room).join('')] : words.slice(0, tooMuch)
}
