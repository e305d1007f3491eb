import { expect, test } from 'vitest'
import { createStubRecogniser } from '../../../src/adapters/speech/stub-recogniser.js'
import type { ServerEvents } from '../../../src/contract/events.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { replySamples } from '../../support/speech/given-speakers.js'
import { recognise } from '../../support/speech/voice-battery.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const SAID = 'The lamp is lit, friend. Mind the third step!'

async function given() {
  const model = createControlledModel()
  const time = createVirtualTimers()
  const server = await givenServer({ model: model.model, timers: time, character: { text_only: false } })
  /** Lets time go by until the client has seen something. */
  const pass = async (isReached: () => boolean) => {
    while (!isReached()) await time.advance(50)
  }
  return { ...server, model, time, pass }
}

/** What a client's ear makes of the sound that it got. */
async function heardIn(sounds: readonly ServerEvents['bot_voice'][]): Promise<string> {
  const sampleRate = sounds[0]?.sample_rate ?? 0
  const events = await recognise(createStubRecogniser({ transcripts: new Map() }), {
    samples: replySamples(sounds),
    sampleRate,
  })
  const final = events.at(-1)
  return final?.type === 'final' ? final.text : ''
}

test.each([
  { rate: 8000, textOnly: false },
  { rate: 16_000, textOnly: undefined },
  { rate: 24_000, textOnly: false },
  { rate: 44_100, textOnly: undefined },
  { rate: 48_000, textOnly: false },
])('acceptance 5: text with sound at $rate Hz is heard word for word', async ({ rate, textOnly }) => {
  const { model, pass, ...server } = await given()
  const { socket, events } = await connectSession(server, { audio_sample_rate: rate })
  model.say(...SAID.split(/(?= )/))
  model.end()
  socket.emit('text', { text: 'Hi', ...(textOnly !== undefined && { textOnly }) })
  await pass(() => events.all('bot_voice').some(({ is_final }) => is_final))

  const sounds = events.all('bot_voice')
  const names = events.names()
  expect(names.indexOf('bot_voice')).toBeLessThan(names.lastIndexOf('bot_response'))
  expect(new Set(sounds.map(({ sample_rate }) => sample_rate))).toEqual(new Set([rate]))
  expect(sounds.map(({ is_final }) => is_final)).toEqual(sounds.map((_, at) => at === sounds.length - 1))
  expect(await heardIn(sounds)).toBe(SAID)
})

test('the same reply is the same bytes on a second run', async () => {
  const runs = []
  for (const _ of [1, 2]) {
    const { pass, ...server } = await given()
    const { socket, events } = await connectSession(server)
    socket.emit('say_line', { text: SAID })
    await pass(() => events.all('bot_response').some(({ is_final }) => is_final))
    runs.push(events.all('bot_voice').map(({ audio }) => audio))
  }
  expect(runs[0]).toEqual(runs[1])
})

test.each([
  { form: 'with sound', flag: {}, sounds: 3 },
  { form: 'as text_only', flag: { text_only: true }, sounds: 0 },
  { form: 'as textOnly', flag: { textOnly: true }, sounds: 0 },
])('acceptance 6: a script of three lines $form comes in order, uninterrupted', async ({ flag, sounds }) => {
  const { pass, ...server } = await given()
  const { socket, events } = await connectSession(server)
  const finals = () => events.all('bot_response').filter(({ is_final }) => is_final)
  for (const [at, text] of ['One.', 'Two.', 'Three.'].entries()) {
    socket.emit('say_line', { text, ...flag })
    await pass(() => finals().length > at)
  }
  expect(finals().map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.'])
  expect(events.all('interrupt')).toEqual([])
  expect(events.all('bot_voice').filter(({ is_final }) => is_final)).toHaveLength(sounds)
})

test.each([[{}], [''], [null]])(
  'acceptance 7: client_interrupt %j in the middle of the sound, one interrupt, then silence',
  async (payload) => {
    const { model, store, pass, time, ...server } = await given()
    const { socket, events } = await connectSession(server)
    model.say(...SAID.split(/(?= )/))
    model.end()
    socket.emit('text', { text: 'Hi' })
    await pass(() => events.all('bot_voice').length >= 8)
    await socket.emitWithAck('client_interrupt', payload)
    const { length } = events.heard
    await time.advance(10_000)
    await socket.emitWithAck('client_interrupt', payload)
    expect(events.heard.length).toBe(length)
    expect(events.all('interrupt')).toHaveLength(1)

    const [info] = events.all('session_info')
    const page = { conversationId: info?.conversation_id ?? '', limit: 10, skip: 0 }
    const stored = (await store.conversations.listMessages(page)).messages.at(-1)?.content ?? ''
    expect(stored).not.toBe('')
    expect(await heardIn(events.all('bot_voice'))).toContain(stored)
  },
)

test('every bot_voice frame is one JSON object with even, audible sound', async () => {
  const { pass, ...server } = await given()
  const { socket, events } = await connectSession(server)
  socket.emit('say_line', { text: 'Hello.' })
  await pass(() => events.all('bot_response').some(({ is_final }) => is_final))
  for (const { audio } of events.all('bot_voice')) {
    expect(Buffer.from(audio, 'base64').length).toBeGreaterThan(0)
    expect(Buffer.from(audio, 'base64').length % 2).toBe(0)
    expect(Buffer.from(audio, 'base64').toString('base64')).toBe(audio)
  }
})
