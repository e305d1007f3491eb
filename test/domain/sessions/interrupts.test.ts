import { expect, test } from 'vitest'
import type { Session } from '../../../src/domain/sessions/session.js'
import { createSeededRandom } from '../../support/memories/search.js'
import { sampled } from '../../support/rounds.js'
import type { EventLog } from '../../support/sessions/event-log.js'
import { createPacedModel } from '../../support/sessions/paced-model.js'
import { createControlledRecogniser, scriptedActivity } from '../../support/speech/controlled-recogniser.js'
import { givenSpeakers } from '../../support/speech/given-speakers.js'
import { createStreamingMicrophone } from '../../support/speech/streaming-microphone.js'

const POINTS = 1000
const BATCHES = 40
const WORDS = 'One two three four. Five six seven eight nine. Ten eleven twelve.'.split(' ')
/** From the message to well behind the end of what was played of its reply. */
const REPLY_MS = 4200
const RATE = 8000

type Way = (session: Session, spoken: { readonly id: string; readonly speak: () => Promise<void> }) => unknown

/** What interrupts a reply of which something is still to be sent, whatever it is. */
const SURE: Readonly<Record<string, Way>> = {
  'the stop button': (session) => session.interrupt(),
  'the stop button twice': (session) => {
    session.interrupt()
    session.interrupt()
  },
  'the stop button, with the id': (session, { id }) => session.interrupt(id),
  'a text': (session) => session.text('Something else'),
}
const WAYS: Readonly<Record<string, Way>> = {
  ...SURE,
  'the stop button, with another id': (session) => session.interrupt('another'),
  'a line': (session) => session.sayLine('A line of the script.'),
  'text and stop button at once': (session) => {
    session.text('Something else')
    session.interrupt()
  },
  speech: (_, { speak }) => speak(),
}

test.each(
  sampled(
    Array.from({ length: BATCHES }, (_, at) => at),
    5,
  ),
)(
  'interrupted at random points, a reply ends once and for all, and the session listens again (part %i)',
  { tags: 'rounds' },
  async (batch) => {
    const random = createSeededRandom(100 + batch)
    const says = Array.from({ length: 2 * POINTS }, () => 'Now listen to me.')
    const recogniser = createControlledRecogniser({ says })
    const world = givenSpeakers({
      engine: { recognition: recogniser.recognition, activity: scriptedActivity },
      limits: { messagesPerMinute: Number.POSITIVE_INFINITY },
      model: (timers) => createPacedModel({ timers, words: WORDS, gapMs: () => 90 * random() }),
    })
    let interrupted = 0
    for (let point = 0; point < POINTS / BATCHES; point += 1)
      interrupted += await interruptOnce(world, random)
    expect(interrupted).toBeGreaterThan(POINTS / BATCHES / 4)
    expect(world.time.waiting()).toEqual([])
    expect(recogniser.open()).toBe(0)
    expect(world.logged).toEqual([])
  },
)

async function interruptOnce(
  { time, disk, open }: ReturnType<typeof givenSpeakers>,
  random: () => number,
): Promise<number> {
  const names = Object.keys(WAYS)
  const name = names[Math.floor(random() * names.length)] ?? ''
  const kind = random() < 0.7 ? 'text' : 'line'
  const ms = random() * REPLY_MS
  const steps = Math.floor(random() * 6)
  const before = disk.messages.length
  const { session, events } = await open({ audio_sample_rate: RATE })
  const mic = createStreamingMicrophone({
    stream: session.voice.stream,
    advance: time.advance,
    sampleRate: RATE,
  })

  if (kind === 'text') session.text('Tell me')
  else session.sayLine(WORDS.join(' '))
  await time.advance(ms)
  for (let step = 0; step < steps; step += 1) await Promise.resolve()
  const id = idsOf(events)[0] ?? ''
  const isSure = id !== '' && !isAllOut(events) && Object.hasOwn(SURE, name)
  await WAYS[name]?.(session, { id, speak: () => mic.speech(700) })
  await mic.silence(700)
  await time.advance(9000)

  const where = `${kind} interrupted by ${name} after ${ms} ms and ${steps} steps`
  for (const reply of idsOf(events)) expect(lifeOf(events, reply), where).toEqual({ ends: 1, after: [] })
  const interrupted = events.all('interrupt').map(({ message_id }) => message_id)
  expect(new Set(interrupted).size, where).toBe(interrupted.length)
  if (isSure) expect(interrupted, where).toEqual([id])
  await expectListening(session, { events, mic, time, where })
  await session.close()
  const assistant = disk.messages.slice(before).filter(({ role }) => role === 'assistant')
  expect(assistant.length, where).toBeLessThanOrEqual(idsOf(events).length)
  for (const { content } of assistant)
    expect(said(events).some((text) => text.startsWith(content))).toBe(true)
  return interrupted.length
}

type Listening = {
  readonly events: EventLog
  readonly mic: ReturnType<typeof createStreamingMicrophone>
  readonly time: { readonly advance: (ms: number) => Promise<void> }
  readonly where: string
}

/** What is said next is a turn of its own, answered to its end, and interrupts nothing. */
async function expectListening(session: Session, { events, mic, time, where }: Listening): Promise<void> {
  const { length } = events.heard
  const known = new Set(idsOf(events))
  await mic.speech(800)
  await mic.silence(600)
  await time.advance(9000)
  const rest = events.heard.slice(length)
  const finals = rest.filter(([name, payload]) => name === 'stt_response' && payload.is_final)
  expect(finals, where).toHaveLength(1)
  expect(
    rest.filter(([name]) => name === 'interrupt'),
    where,
  ).toEqual([])
  const fresh = idsOf(events).filter((id) => !known.has(id))
  expect(fresh, where).toHaveLength(1)
  for (const id of fresh) expect(lifeOf(events, id), where).toEqual({ ends: 1, after: [] })
  session.interrupt()
  expect(
    events.heard.slice(length).filter(([name]) => name === 'interrupt'),
    where,
  ).toEqual([])
}

/** Whether the first reply is over for the client, but for what it still has to play. */
const isAllOut = (events: EventLog) =>
  events.all('bot_response').some(({ is_final }) => is_final) &&
  events.all('bot_voice').some(({ is_final }) => is_final)

const idOf = (payload: object): string | undefined =>
  'message_id' in payload && typeof payload.message_id === 'string' ? payload.message_id : undefined

const idsOf = ({ heard }: EventLog): string[] => [
  ...new Set(heard.flatMap(([, payload]) => idOf(payload) ?? [])),
]

/** How often a reply ended, by its final or its interrupt, and what came of it behind its interrupt. */
function lifeOf({ heard }: EventLog, id: string) {
  const own = heard.filter(([, payload]) => idOf(payload) === id)
  const interrupt = own.findIndex(([name]) => name === 'interrupt')
  const hasFinal = own.some(([name, payload]) => name === 'bot_response' && payload.is_final)
  return {
    ends: Math.max(Number(hasFinal), own.filter(([name]) => name === 'interrupt').length),
    after: interrupt < 0 ? [] : own.slice(interrupt + 1).map(([name]) => name),
  }
}

const said = (events: EventLog): string[] =>
  idsOf(events).map((id) =>
    events
      .all('bot_response')
      .filter(({ message_id, is_final }) => message_id === id && !is_final)
      .map(({ text }) => text)
      .join(''),
  )
