import { expect, test } from 'vitest'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { concatSamples } from '../../../src/audio/resample.js'
import { connect, connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { KEY } from '../../support/sessions/given-sessions.js'
import { chunksOf, silence } from '../../support/speech/sound.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'
import { samplesOf, say } from '../../support/speech/voice-battery.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const SAID = 'Is the harbour open tonight?'
const credentials = { api_key: KEY, character_id: 'c1', player_id: 'p1' }

async function given() {
  const model = createControlledModel()
  const time = createVirtualTimers()
  const server = await givenServer({ model: model.model, timers: time })
  const pass = async (isReached: () => boolean) => {
    while (!isReached()) await time.advance(50)
  }
  return { ...server, model, pass }
}

type Client = Pick<Awaited<ReturnType<typeof connectSession>>, 'socket' | 'events'>

const finalsOf = ({ events }: Client) => events.all('stt_response').filter(({ is_final }) => is_final)

/** The player says something at that rate, in chunks of 100 ms, with silence around it. */
async function speak({ socket }: Client, text: string, sampleRate: number) {
  const words = samplesOf(await say(createStubVoice(), { text, sampleRate }))
  const pause = silence(0.7 * sampleRate)
  for (const chunk of chunksOf(concatSamples([pause, words, pause]), sampleRate / 10)) {
    await socket.emitWithAck('stream_audio', { audio: encodeAudio(chunk).replaceAll('=', '') })
  }
}

async function byEvent(server: { readonly url: string }, shown: object): Promise<Client> {
  const client = connect(server)
  await client.joined
  client.socket.emit('authenticate', { ...credentials, ...shown })
  await client.events.count('session_info', 1)
  return client
}

test.each([
  {
    who: 'a client that joins with its key at 48000 Hz',
    by: connectSession,
    rate: 48_000,
    microphone: 16_000,
  },
  { who: 'a client that authenticates by event at 24000 Hz', by: byEvent, rate: 24_000, microphone: 24_000 },
  { who: 'a client that authenticates by event at 44100 Hz', by: byEvent, rate: 44_100, microphone: 44_100 },
])(
  'acceptance 9: $who sends $microphone Hz, without start_voice, and is heard word for word',
  async (row) => {
    const { model, store, ...server } = await given()
    const client = await row.by(server, { audio_sample_rate: row.rate })
    model.say('Until nine.')
    model.end()
    await speak(client, SAID, row.microphone)
    expect((await client.events.final()).text).toBe('Until nine.')
    expect(finalsOf(client)).toEqual([{ text: SAID, is_final: true, confidence: 1 }])
    const partials = client.events.all('stt_response').filter(({ is_final }) => !is_final)
    expect(partials.length).toBeGreaterThan(1)
    for (const { text } of partials) expect(SAID.startsWith(text)).toBe(true)
    expect(model.requests[0]?.messages.at(-1)?.content).toBe(SAID)
  },
)

test.each([
  ['null', [null]],
  ['no argument', []],
  ['an object', [{}]],
  ['an unknown mode', [{ turn_mode: 'auto' }]],
])(
  'acceptance 8: start_voice with %s and stop_voice are acknowledged behind their events, twice',
  async (_, sent) => {
    const client = await connectSession(await given())
    const names: string[] = []
    client.socket.onAny((name) => names.push(name))
    for (const name of ['start_voice', 'start_voice', 'stop_voice', 'stop_voice']) {
      expect(await client.socket.emitWithAck(name, ...sent)).toEqual({})
      names.push(`${name} acknowledged`)
    }
    expect(names).toEqual([
      'voice_started',
      'start_voice acknowledged',
      'voice_started',
      'start_voice acknowledged',
      'voice_stopped',
      'stop_voice acknowledged',
      'voice_stopped',
      'stop_voice acknowledged',
    ])
    expect(client.events.all('voice_started')).toEqual([{}, { already_active: true }])
    expect(client.events.all('voice_stopped')).toEqual([{}, { already_stopped: true }])
  },
)

test('acceptance 10: two sentences in one hold are one reply after the release', async () => {
  const { model, pass, ...server } = await given()
  const client = await connectSession(server)
  await client.socket.emitWithAck('start_voice', { turn_mode: 'push_to_talk' })
  for (const text of ['The door is shut.', 'Is anybody in?']) await speak(client, text, 16_000)
  expect(finalsOf(client)).toEqual([])
  model.say('Yes.')
  model.end()
  let isReleased = false
  void client.socket.emitWithAck('stop_voice').then(() => {
    isReleased = true
  })
  await pass(() => isReleased)
  await client.events.final()
  expect(client.events.all('voice_stopped')).toEqual([{ ptt_turn_end: true }])
  expect(finalsOf(client).map(({ text }) => text)).toEqual(['The door is shut. Is anybody in?'])
  expect(model.requests).toHaveLength(1)
})

test('sound that is no speech of ours is a voice_error once, and no turn', async () => {
  const { model, ...server } = await given()
  const client = await connectSession(server)
  for (let turn = 0; turn < 2; turn += 1) {
    const hum = Float32Array.from(
      { length: 16_000 },
      (_, at) => 0.3 * Math.sin((2 * Math.PI * 150 * at) / 16_000),
    )
    const quiet = silence(16_000)
    for (const chunk of chunksOf(concatSamples([quiet, hum, quiet]), 1600))
      await client.socket.emitWithAck('stream_audio', { audio: encodeAudio(chunk) })
  }
  expect(client.events.all('voice_error')).toMatchObject([{ error: 'stub_recogniser' }])
  expect(model.requests).toEqual([])
})
