import { expect, test } from 'vitest'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { concatSamples, resample } from '../../../src/audio/resample.js'
import { isFull } from '../../support/rounds.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { replySamples } from '../../support/speech/given-speakers.js'
import { chunksOf, silence, whiteNoise } from '../../support/speech/sound.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'
import { samplesOf, say } from '../../support/speech/voice-battery.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const RATE = 16_000
const SAID = 'Is the harbour open tonight?'
const LINE = 'The lamp burns all night, every night, and it has done so for thirty years and more.'
/** Of a Socket.IO message, in characters: what one chunk of hostile size is. */
const HUGE = 10 * 2 ** 20

const words = samplesOf(await say(createStubVoice({ seed: 2 }), { text: SAID, sampleRate: RATE }))
const pause = silence(0.7 * RATE)
const speech = concatSamples([pause, words, pause])

async function given() {
  const model = createControlledModel()
  const time = createVirtualTimers()
  const server = await givenServer({ model: model.model, timers: time, character: { text_only: false } })
  const calm = await connectSession(server, { player_id: 'calm' })
  const client = await connectSession(server)
  const finals = () =>
    client.events
      .all('stt_response')
      .filter(({ is_final }) => is_final)
      .map(({ text }) => text)
  const send = (audio: unknown) => client.socket.emitWithAck('stream_audio', { audio })
  return {
    ...server,
    ...client,
    model,
    time,
    finals,
    send,
    /** The session still hears, another one never noticed anything, and nothing was logged. */
    expectSound: async () => {
      // What was on its way is there.
      await send('')
      const before = finals().length
      for (const chunk of chunksOf(speech, RATE / 10)) await send(encodeAudio(chunk))
      expect(finals().slice(before)).toEqual([SAID])
      expect(calm.events.names()).toEqual(['session_info'])
      expect(server.logged).toEqual([])
      expect(server.failures).toEqual([])
    },
  }
}

test('an odd byte at the end of every chunk is dropped, and every word is heard', async () => {
  const { send, finals, expectSound } = await given()
  for (const chunk of chunksOf(speech, RATE / 10)) {
    const odd = Buffer.concat([Buffer.from(encodeAudio(chunk), 'base64'), Buffer.from([0x7f])])
    await send(odd.toString('base64'))
  }
  expect(finals()).toEqual([SAID])
  await expectSound()
})

const GARBAGE = {
  'no base64': 'no base64!',
  'padding in the middle': 'AAAA=AAA',
  nothing: '',
  'one character': 'A',
  'not a string': 7,
  null: null,
}

/** All kinds in turn; with full rounds each by itself, too. */
test.each([
  ['everything that is no sound', Object.values(GARBAGE)],
  ...(isFull ? Object.entries(GARBAGE).map(([name, value]) => [name, [value]] as const) : []),
] as const)(
  '%s between the chunks of a sentence harms none of its words',
  { tags: 'rounds' },
  async (_, garbage) => {
    const { send, finals, expectSound } = await given()
    for (const [at, chunk] of chunksOf(speech, RATE / 10).entries()) {
      await send(encodeAudio(chunk))
      await send(garbage[at % garbage.length])
    }
    expect(finals()).toEqual([SAID])
    await expectSound()
  },
)

test.each([8000, 22_050, 44_100, 48_000])(
  'sound of a wrong rate, %i Hz, is no turn or the right words',
  async (to) => {
    const { send, finals, expectSound } = await given()
    for (const chunk of chunksOf(resample(speech, { from: RATE, to }), RATE / 10))
      await send(encodeAudio(chunk))
    expect(SAID.startsWith(finals().join(' '))).toBe(true)
    await expectSound()
  },
)

test('of a stream with gaps in time no word is lost; of one with lost chunks none is invented', async () => {
  const { send, finals, time, expectSound } = await given()
  for (const [at, chunk] of chunksOf(speech, RATE / 10).entries()) {
    if (at % 7 === 3) await time.advance(1500)
    await send(encodeAudio(chunk))
  }
  expect(finals()).toEqual([SAID])
  for (const [at, chunk] of chunksOf(speech, RATE / 10).entries())
    if (at % 7 !== 3) await send(encodeAudio(chunk))
  await time.advance(5000)
  const heard = finals().slice(1).join(' ').split(' ').filter(Boolean)
  expect(heard.filter((word) => !SAID.split(' ').includes(word))).toEqual([])
  await expectSound()
})

test('five times as fast as it was spoken, three sentences are three turns, word for word', async () => {
  const { send, finals, time, model, expectSound } = await given()
  for (let turn = 1; turn <= 3; turn += 1) {
    for (const chunk of chunksOf(speech, RATE / 10)) {
      await time.advance(20)
      await send(encodeAudio(chunk))
    }
    await model.asked(turn)
    model.say('Yes.')
    model.end()
    await time.advance(3000)
  }
  expect(finals()).toEqual([SAID, SAID, SAID])
  await expectSound()
})

test('a flood of chunks without any waiting, sound and noise, ends in what was said', async () => {
  const { socket, send, finals, expectSound } = await given()
  const noise = whiteNoise(RATE, 3).map((sample) => 0.02 * sample)
  for (let time = 0; time < 10; time += 1) {
    for (const chunk of chunksOf(noise, 160)) socket.emit('stream_audio', { audio: encodeAudio(chunk) })
  }
  for (const chunk of chunksOf(concatSamples([pause, speech]), RATE / 100))
    socket.emit('stream_audio', { audio: encodeAudio(chunk) })
  await send('')
  expect(finals()).toEqual([SAID])
  await expectSound()
})

test.each([150, 380])(
  'its own voice, 20 dB lower and %i ms late, neither stops a character nor is a turn',
  async (delayMs) => {
    const { socket, events, send, time, model, finals, store, expectSound } = await given()
    await send(encodeAudio(pause))
    socket.emit('say_line', { text: LINE })
    await events.until(() => events.all('bot_response').length > 0)
    let played: Float32Array = new Float32Array()
    let chunks = 0
    for (let ms = 0; ms < 12_000; ms += 100) {
      const fresh = events.all('bot_voice').slice(chunks)
      chunks += fresh.length
      played = concatSamples([played, replySamples(fresh)])
      const at = (ms - delayMs) * 24
      const late = new Float32Array(2400).map((_, index) => 0.1 * (played[at + index] ?? 0))
      await time.advance(100)
      await send(encodeAudio(resample(late, { from: 24_000, to: RATE })))
    }
    expect(events.all('interrupt')).toEqual([])
    expect(finals()).toEqual([])
    expect(model.requests).toEqual([])
    const conversationId = events.all('session_info')[0]?.conversation_id ?? ''
    const { messages } = await store.conversations.listMessages({ conversationId, limit: 10, skip: 0 })
    expect(messages.map(({ content }) => content)).toEqual([LINE])
    await expectSound()
  },
)

test.each([
  ['noise', (length: number) => whiteNoise(length, 5).map((sample) => 0.1 * sample)],
  ['silence', silence],
  ['words', (length: number) => new Float32Array(length).map((_, at) => words[at % words.length] ?? 0)],
])(
  'a chunk of 10 MB, %s, is taken, and the next words are heard',
  async (_, make) => {
    const { send, events, time, expectSound } = await given()
    await send(encodeAudio(make(Math.floor((HUGE * 3) / 4 / 2) - 64)))
    await time.advance(5000)
    expect(events.all('error')).toEqual([])
    await expectSound()
  },
  60_000,
)

test.each([1, 37, 319])('a sentence in frames of %i samples is heard word for word', async (size) => {
  const { socket, send, finals, expectSound } = await given()
  for (const chunk of chunksOf(speech, size)) socket.emit('stream_audio', { audio: encodeAudio(chunk) })
  await send('')
  expect(finals()).toEqual([SAID])
  await expectSound()
})

test('in push-to-talk the last samples of a button that is let go count, however short they came', async () => {
  const { socket, finals, time } = await given()
  await socket.emitWithAck('start_voice', { turn_mode: 'push_to_talk' })
  for (const chunk of chunksOf(speech, 37)) socket.emit('stream_audio', { audio: encodeAudio(chunk) })
  const stopped = socket.emitWithAck('stop_voice', null)
  await socket.emitWithAck('update_preferences', {})
  await time.advance(1000)
  await stopped
  expect(finals()).toEqual([SAID])
})
