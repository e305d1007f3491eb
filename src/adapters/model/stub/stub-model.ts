import type { CharacterRecord } from '../../../domain/characters/record.js'
import type { Timers } from '../../../domain/clock.js'
import type { LanguageModel, ReplyRequest } from '../../../domain/turns/ports.js'
import { fittingActions, requestedActions } from './actions.js'
import { surest } from './answer/tell-answer.js'
import type { Choose, Response, Turn } from './answer/turn.js'
import { answerAboutPicture, wantsLook } from './camera.js'
import { composeReply } from './compose-reply.js'
import { encounterSentences } from './encounter.js'
import { type ReplyScript, type StubAnswer, scriptedAnswer } from './script.js'
import { createDocumentReader } from './statements/documents.js'
import { type Persona, readPersona } from './statements/persona.js'
import { valueOfSlot } from './statements/player.js'
import { createPlayerReader } from './statements/player-reader.js'
import { createStatementIndex, type StatementIndex, scanStatements } from './statements/statement-index.js'
import { createSpeaker, createSpokenKeys } from './talk/speaker.js'
import { type Manner, mannerOf } from './talk/tone.js'

type StubSettings = {
  readonly timers: Pick<Timers, 'sleep' | 'elapsed'>
  /** How fast the words come: all at once, about as fast as people read, or so many characters a second. */
  readonly pace: 'instant' | 'natural' | number
  readonly script?: ReplyScript | undefined
  /** Whoever fits the weights of the choice tries others. */
  readonly choose?: Choose
}

const NATURAL_PACE = 90
/** What a token is taken for: about four characters of English. */
const CHARACTERS_PER_TOKEN = 4
/** Sentences of a reply at most. */
const SENTENCES = { short: 1, medium: 3, long: 6 } as const

type Character = { readonly persona: Persona; readonly manner: Manner; readonly own: StatementIndex }

/**
 * A language model of rules instead of weights: it answers from the persona, from its documents, from what it
 * remembers, from what the player told and showed in the conversation and from a reply script, always the same way. It
 * calls the actions that the player asks for, and asks to see when the player wants to be seen.
 * The temperature does nothing.
 */
export function createStubModel({
  timers,
  pace,
  script = { replies: [] },
  choose = surest,
}: StubSettings): LanguageModel {
  const characterOf = createCharacterReader()
  const documents = createDocumentReader({ timers })
  const player = createPlayerReader()
  const spokenKeys = createSpokenKeys()
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
          ...characterOf(request.character),
          documents: await documents.read(request.knowledge),
          player: player.read(request),
          spokenKeys,
          choose,
        })
      yield* answer.actions
      const words = wordsWithin(answer.text, request.character.llm_max_tokens)
      if (speed === 'instant') {
        signal.throwIfAborted()
        if (words.length > 0) yield { type: 'text', text: words.join('') }
        return
      }
      for (const word of words) {
        await timers.sleep((word.length / speed) * 1000, signal)
        signal.throwIfAborted()
        yield { type: 'text', text: word }
      }
    },
  }
}

/** Characters that are read once. */
const READ_ONCE = 500

/** Reads a character once for each version of its texts: by its record, and by the texts when the record is a new object. */
function createCharacterReader() {
  const byRecord = new WeakMap<CharacterRecord, Character>()
  const byText = new Map<string, Character>()
  return (record: CharacterRecord): Character => {
    const read = byRecord.get(record)
    if (read !== undefined) return read
    const { name, tagline, personality, background, system_prompt: prompt } = record
    const key = JSON.stringify([name, tagline, personality, background, prompt])
    const character = byText.get(key) ?? readCharacter(record)
    if (byText.size >= READ_ONCE) byText.clear()
    byText.set(key, character)
    byRecord.set(record, character)
    return character
  }
}

function readCharacter(record: CharacterRecord): Character {
  const persona = readPersona(record)
  return { persona, manner: mannerOf(persona.manner), own: createStatementIndex(persona.statements) }
}

type Knowledge = Character & {
  readonly choose: Choose
  readonly spokenKeys: ReturnType<typeof createSpokenKeys>
  readonly documents: StatementIndex
  readonly player: ReturnType<ReturnType<typeof createPlayerReader>['read']>
}

function composeAnswer(request: ReplyRequest, knowledge: Knowledge): StubAnswer {
  const { character, actions, encounter } = request
  if (encounter !== undefined) {
    const sentences = encounterSentences(request, encounter, knowledge)
    return {
      actions: [],
      text: writeOut(
        character,
        { gesture: 'nods', sentences },
        Math.max(1, SENTENCES[character.llm_verbosity] - 1),
      ),
    }
  }
  const text = request.messages.at(-1)?.content ?? ''
  const turn = turnOf(request, knowledge)
  const calls = requestedActions(actions, text)
  const response: Response =
    calls.length > 0
      ? { gesture: 'nods', sentences: [turn.speaker.say('yes')] }
      : (answerAboutPicture(request, text) ?? composeReply(turn, text))
  const fitting =
    calls.length > 0 ? [] : fittingActions(actions, text, { isFirst: turn.playerMessages.length === 0 })
  return { actions: [...calls, ...fitting], text: writeOut(character, response, turn.length) }
}

function turnOf(
  request: ReplyRequest,
  { persona, manner, own, documents, player, spokenKeys, choose }: Knowledge,
): Turn {
  const { messages, character } = request
  const most = SENTENCES[character.llm_verbosity]
  const length = manner.isTerse ? Math.max(1, most - 1) : most
  const playerName = valueOfSlot(player.known, 'name')
  const { characterMessages, playerMessages } = messagesBefore(request)
  return {
    request,
    choose,
    manner,
    length,
    playerName,
    characterMessages,
    playerMessages,
    known: player.known,
    remembered: player.remembered,
    speaker: createSpeaker({
      manner,
      messages,
      playerName: valueOfSlot(player.toldNow, 'name') ?? playerName,
      characterName: character.name,
      isShort: length === 1,
      keyOfSpoken: spokenKeys,
    }),
    sources: {
      persona,
      own,
      documents,
      player: scanStatements(player.searched),
      lastReply: characterMessages.at(-1) ?? '',
    },
  }
}

/** What each of both said before, oldest first. */
function messagesBefore({ messages }: ReplyRequest) {
  const characterMessages: string[] = []
  const playerMessages: string[] = []
  for (const { role, content } of messages.slice(0, -1))
    (role === 'user' ? playerMessages : characterMessages).push(content)
  return { characterMessages, playerMessages }
}

/** The response at its length, with a gesture when the character is `verbose`. */
function writeOut(
  character: CharacterRecord,
  { gesture, sentences, isWhole }: Response,
  length: number,
): string {
  const spoken = [...new Set(sentences)].filter((sentence) => sentence !== '')
  const kept = isWhole === true ? spoken : spoken.slice(0, length)
  return [...(character.verbose ? [`*${gesture}*`] : []), ...kept].join(' ')
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
