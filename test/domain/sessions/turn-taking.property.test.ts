import { expect, test } from 'vitest'
import type { Timers } from '../../../src/domain/clock.js'
import { DomainError } from '../../../src/domain/errors.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import { createSeededRandom } from '../../support/memories/search.js'
import { propertyRuns } from '../../support/rounds.js'
import type { EventLog } from '../../support/sessions/event-log.js'
import { createControlledRecogniser, scriptedActivity } from '../../support/speech/controlled-recogniser.js'
import { createControlledVoice } from '../../support/speech/controlled-voice.js'
import { givenSpeakers } from '../../support/speech/given-speakers.js'
import { createStreamingMicrophone } from '../../support/speech/streaming-microphone.js'

// Sessions in which everything comes in a random order. Every word is said once in a session, so that what is stored of it
// can be counted.

const ORDERS = 1000
const STEPS = 14

type Random = () => number
const pick = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)] as T

/** What each utterance holds: turns, incomplete ones, stop words, backchannels and noise. */
const utterances = (random: Random): string[] =>
  Array.from({ length: 60 }, (_, at) =>
    pick(random, [`heard${at}a heard${at}b please.`, `heard${at}a and`, `stop heard${at}a`, 'okay', '']),
  )

/** A model that says words of its own to each request, each after some time, and fails now and then. */
function createChattyModel(random: Random) {
  return (timers: Timers): LanguageModel => {
    let requests = 0
    return {
      async *reply(_, signal) {
        requests += 1
        const request = requests
        const failsAt = random() < 0.1 ? Math.floor(random() * 8) : -1
        const length = 3 + Math.floor(random() * 12)
        for (let word = 0; word < length && !signal.aborted; word += 1) {
          await timers.sleep(Math.floor(random() * 200))
          if (word === failsAt) throw new DomainError('upstream', 'The language model failed')
          yield { type: 'text', text: `reply${request}w${word}${word % 5 === 4 ? '. ' : ' '}` }
        }
      },
    }
  }
}

async function givenOrder(seed: number) {
  const random = createSeededRandom(seed)
  const recogniser = createControlledRecogniser({ says: utterances(random) })
  const fails = random() < 0.1 ? { failsAt: 8, error: new DomainError('upstream', 'The voice failed') } : {}
  const world = givenSpeakers({
    limits: { messagesPerMinute: 10_000 },
    voice: createControlledVoice(random() < 0.1 ? { stallsAt: 8 } : fails),
    model: createChattyModel(random),
    engine: { recognition: recogniser.recognition, activity: scriptedActivity },
  })
  const { session, events } = await world.open()
  const { advance } = world.time
  const mic = createStreamingMicrophone({ stream: session.voice.stream, advance })
  await session.voice.start(undefined)
  return { ...world, session, events, mic, random }
}

type Given = Awaited<ReturnType<typeof givenOrder>>

/** One event after another, none of which is waited for. */
async function runSteps({ session, mic, random, time }: Given): Promise<string[]> {
  const typed: string[] = []
  const steps = [
    () => mic.speech(pick(random, [100, 200, 300, 500, 900])),
    () => mic.speech(pick(random, [300, 700])),
    () => mic.silence(pick(random, [100, 300, 600])),
    () => mic.silence(pick(random, [600, 1600, 3200])),
    () => mic.silence(600),
    async () => {
      // Long enough into a reply for a pause, which may end by itself.
      session.sayLine(`line${Math.floor(random() * 1e6)} two three four five six seven eight nine ten.`)
      await mic.silence(1000)
      await mic.speech(300)
      await mic.silence(pick(random, [0, 6000]))
    },
    () => {
      typed.push(`typed${typed.length}`)
      session.text(typed.at(-1) ?? '', { isTextOnly: random() < 0.3 })
    },
    () => session.sayLine(`line${Math.floor(random() * 1e6)} two three four five six seven eight.`),
    () => session.interrupt(),
    () => session.playbackComplete(),
    () => time.advance(pick(random, [0, 100, 1000])),
    async () => {
      if (random() < 0.7) return
      await session.voice.start('push_to_talk')
      await mic.speech(pick(random, [0, 600]))
      const stopped = session.voice.stop()
      await time.advance(300)
      await stopped
    },
  ]
  for (let step = 0; step < STEPS; step += 1) await pick(random, steps)()
  return typed
}

type Delivered = { readonly text: string; readonly hasSound: boolean; readonly reason: string | undefined }

/** What a client got of each reply, and how it was interrupted. */
function deliveredReplies(events: EventLog): ReadonlyMap<string, Delivered> {
  const ids = new Set(events.all('bot_response').map(({ message_id }) => message_id))
  return new Map(
    [...ids].map((id) => {
      const parts = events.all('bot_response').filter(({ message_id }) => message_id === id)
      const text = parts.flatMap((part) => (part.is_final ? [] : [part.text])).join('')
      const hasSound = events.all('bot_voice').some(({ message_id }) => message_id === id)
      const reason = events.all('interrupt').find(({ message_id }) => message_id === id)?.reason
      return [id, { text, hasSound, reason }]
    }),
  )
}

const countOf = (word: string, texts: readonly string[]): number =>
  texts.filter((text) => text.split(/[\s.]+/).includes(word)).length

const contents = (given: Given, role: 'user' | 'assistant'): string[] =>
  given.disk.messages.flatMap((message) => (message.role === role ? [message.content] : []))

/** Nothing is stored twice, and of what was delivered only what the player cut off is missing. */
function expectStored(given: Given, typed: readonly string[]) {
  const replies = contents(given, 'assistant')
  for (const { text, hasSound, reason } of deliveredReplies(given.events).values()) {
    const [first = ''] = text.split(/[\s.]+/)
    if (first === '') continue
    const stored = replies.filter((reply) => countOf(first, [reply]) > 0)
    expect(stored.length, `stored once: ${text}`).toBeLessThanOrEqual(1)
    const isCut = reason === 'user_speech' || reason === 'client_interrupt'
    const isUndeliveredLine = text.startsWith('line') && !hasSound
    if (isCut || isUndeliveredLine)
      expect(text.startsWith(stored[0] ?? ''), `a beginning of: ${text}`).toBe(true)
    else expect(stored).toEqual([text])
  }
  const asked = contents(given, 'user')
  for (const word of typed) expect(countOf(word, asked), word).toBe(1)
  for (const word of recognisedWords(given.events)) expect(countOf(word, asked), word).toBe(1)
}

/** The words of the turns that a client was told of. */
const recognisedWords = (events: EventLog): string[] =>
  events
    .all('stt_response')
    .filter(({ is_final }) => is_final)
    .flatMap(({ text }) => text.match(/heard\w+/g) ?? [])

/** Whoever speaks now starts a turn, and interrupts nothing. */
async function expectListening({ mic, events }: Given) {
  const interrupts = events.all('interrupt').length
  await mic.speech(500)
  await mic.silence(3600)
  expect(events.all('interrupt')).toHaveLength(interrupts)
}

/** Every reply has either its final or its interrupt, and the audio of one that was not interrupted has its end. */
function expectEnded({ events }: Given) {
  for (const [id, { reason, hasSound }] of deliveredReplies(events)) {
    const finals = events.all('bot_response').filter((part) => part.message_id === id && part.is_final)
    if (reason === undefined) expect(finals, id).toHaveLength(1)
    const sounds = events.all('bot_voice').filter(({ message_id }) => message_id === id)
    if (reason === undefined && hasSound) expect(sounds.at(-1)?.is_final, id).toBe(true)
  }
}

test('in any order of events nothing is stored twice, lost, or left open', { tags: 'rounds' }, async () => {
  for (let seed = 1; seed <= propertyRuns(ORDERS); seed += 1) {
    const given = await givenOrder(seed)
    try {
      const typed = await runSteps(given)
      if (seed % 4 === 0) await given.session.close()
      await given.mic.silence(4000)
      await given.time.advance(60_000)
      if (seed % 4 > 0) expectEnded(given)
      expectStored(given, typed)
      await expectListening(given)
      await given.session.close()
      // The model of an aborted request still waits for its next word.
      await given.time.advance(200)
      expect(given.time.waiting()).toEqual([])
    } catch (error) {
      throw new Error(`Seed ${seed}`, { cause: error })
    }
  }
})
