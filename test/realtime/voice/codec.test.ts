import { expect, test } from 'vitest'
import { createStubRecogniser } from '../../../src/adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { concatSamples } from '../../../src/audio/resample.js'
import { createSeededRandom } from '../../support/memories/search.js'
import { sampled } from '../../support/rounds.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createPacedModel } from '../../support/sessions/paced-model.js'
import { replySamples } from '../../support/speech/given-speakers.js'
import { chunksOf, silence } from '../../support/speech/sound.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'
import { recognise, samplesOf, say } from '../../support/speech/voice-battery.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const RATE = 16_000
const TURNS = ['Is the harbour open tonight?', 'And who keeps the light?']
const ANSWER = 'It is open until nine. Mind the third step, friend!'

async function given(gapMs: () => number) {
  const time = createVirtualTimers()
  const model = createPacedModel({ timers: time, words: ANSWER.split(' '), gapMs })
  const server = await givenServer({ model, timers: time, character: { text_only: false } })
  const client = await connectSession(server)
  const finals = () => client.events.all('bot_response').filter(({ is_final }) => is_final)
  return { ...server, ...client, time, finals }
}

/** What the player said, as the server understood it, and what the player heard, as bytes and as words. */
async function conversation() {
  const { socket, events, time, finals } = await given(() => 30)
  for (const [turn, text] of TURNS.entries()) {
    const words = samplesOf(await say(createStubVoice({ seed: 2 }), { text, sampleRate: RATE }))
    for (const chunk of chunksOf(
      concatSamples([silence(0.6 * RATE), words, silence(0.7 * RATE)]),
      RATE / 10,
    )) {
      await time.advance(100)
      await socket.emitWithAck('stream_audio', { audio: encodeAudio(chunk) })
    }
    const isOver = () =>
      finals().length > turn && events.all('bot_voice').filter(({ is_final }) => is_final).length > turn
    while (!isOver()) await time.advance(100)
    await time.advance(3000)
  }
  const transcripts = events.all('stt_response').flatMap(({ text, is_final }) => (is_final ? [text] : []))
  const ids = [...new Set(events.all('bot_voice').map(({ message_id }) => message_id))]
  const sounds = ids.map((id) => events.all('bot_voice').filter(({ message_id }) => message_id === id))
  const heard = await Promise.all(
    sounds.map(async (sound) => {
      const ear = createStubRecogniser({ transcripts: new Map() })
      return (await recognise(ear, { samples: replySamples(sound), sampleRate: 24_000 })).at(-1)
    }),
  )
  return { transcripts, heard, bytes: events.all('bot_voice').map(({ audio }) => audio) }
}

test('what is said is understood word for word, what is answered is heard word for word, twice in the same bytes', async () => {
  const first = await conversation()
  expect(first.transcripts).toEqual(TURNS)
  expect(first.heard).toMatchObject(TURNS.map(() => ({ type: 'final', text: ANSWER })))
  const second = await conversation()
  expect(second.bytes).toEqual(first.bytes)
  expect(second.transcripts).toEqual(first.transcripts)
})

const random = createSeededRandom(9)
const points = Array.from({ length: 24 }, () => Math.round(random() * 4500))

test.each(sampled(points, 3))(
  'interrupted over the wire after %i ms, a reply is silent from then on',
  { tags: 'rounds' },
  async (ms) => {
    const { socket, events, time } = await given(() => 60)
    await socket.emitWithAck('text', { text: 'Hi' })
    await time.advance(ms)
    await socket.emitWithAck('client_interrupt', {})
    const { length } = events.heard
    expect(events.all('interrupt').length).toBe(1)
    expect(events.names().at(-1)).toBe('interrupt')
    await time.advance(8000)
    await socket.emitWithAck('client_interrupt', {})
    expect(events.names().slice(length)).toEqual([])
  },
)
