import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createStubVoice } from '../../src/adapters/speech/stub-voice.js'
import { fromBase64 } from '../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../src/audio/pcm.js'
import { concatSamples } from '../../src/audio/resample.js'
import { readWav, writeWav } from '../../src/audio/wav.js'
import type { ServerEvents } from '../../src/contract/events.js'
import type { ServerOptions } from '../../src/runtime/create-server.js'
import { type SpeechQuestion, startSpeechServer } from '../support/providers/speech-server.js'
import { connectPlayer, rest, startTestServer } from '../support/servers/test-server.js'
import { chunksOf, silence, toneOf } from '../support/speech/sound.js'
import { encodeAudio } from '../support/speech/streaming-microphone.js'
import { samplesOf, say } from '../support/speech/voice-battery.js'

const RATE = 16_000
const SECOND_OF_24_KHZ = Buffer.from(toPcm16(toneOf(440, { sampleRate: 24_000, seconds: 1 })))
/** Sound that voice activity takes for speech, and the silence that ends a turn. */
const anUtterance = async () =>
  concatSamples([
    samplesOf(await say(createStubVoice(), { text: 'Is the harbour open tonight?', sampleRate: RATE })),
    silence(4 * RATE),
  ])

type Answers = Readonly<Record<string, (response: ServerResponse, question: SpeechQuestion) => void>>

/** A server of speech that answers each path by one of these, and like whisper.cpp's has no list of models. */
async function speechServer(answers: Answers) {
  const server = await startSpeechServer((response, question) => {
    const answer = answers[question.path]
    if (answer === undefined) response.writeHead(404).end(`File Not Found (${question.path})`)
    else answer(response, question)
  })
  onTestFinished(() => server.close())
  return server
}

async function playerOf(options: ServerOptions) {
  const server = await startTestServer({ seed: '7', ...options })
  const { body } = await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Mira' },
    text_only: false,
  })
  const { id } = body as { id: string }
  const auth = { api_key: server.ready.apiKey, character_id: id, player_id: 'ada', audio_sample_rate: RATE }
  const player = connectPlayer(server, auth)
  await player.next('session_info')
  const speak = (samples: Float32Array) => {
    for (const chunk of chunksOf(samples, RATE / 10))
      player.send('stream_audio', { audio: encodeAudio(chunk) })
  }
  return { server, player, speak }
}

type BotVoice = ServerEvents['bot_voice']
type Transcript = ServerEvents['stt_response']
const isLast = ({ is_final }: { readonly is_final: boolean }) => is_final

/** The parts of a multipart body by their names, read as a server does, by the boundary of the header. */
function partsOf({
  headers,
  body,
}: SpeechQuestion): ReadonlyMap<string, { readonly head: string; readonly content: Buffer }> {
  const boundary = /^multipart\/form-data; boundary=(?<boundary>\S+)$/.exec(headers['content-type'] ?? '')
    ?.groups?.boundary
  const pieces = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return new Map(
    pieces.map((piece) => {
      const end = piece.indexOf('\r\n\r\n')
      const head = piece.slice(2, end)
      const content = Buffer.from(piece.slice(end + 4, -2), 'latin1')
      return [/name="(?<name>[^"]*)"/.exec(head)?.groups?.name ?? '', { head, content }]
    }),
  )
}

test('a whisper.cpp server hears a person, named by its address alone', async () => {
  const whisper = await speechServer({
    '/v1/audio/transcriptions': (response) =>
      response
        .setHeader('content-type', 'application/json')
        .end('{"text":" Is the harbour\\n open tonight?\\n"}'),
  })
  const { player, speak } = await playerOf({ stt: `${whisper.url}/v1#whisper-1` })
  speak(await anUtterance())
  const heard = await player.next<Transcript>('stt_response', isLast)
  expect(heard.text.replace(/\s+/g, ' ')).toBe('Is the harbour open tonight?')
  await player.next<ServerEvents['bot_response']>('bot_response', isLast)

  const [asked] = whisper.asked.filter(({ path }) => path === '/v1/audio/transcriptions')
  const parts = partsOf(asked ?? expect.fail('nothing was asked'))
  expect([...parts.keys()]).toEqual(['model', 'language', 'response_format', 'file'])
  expect(parts.get('model')?.content.toString()).toBe('whisper-1')
  expect(parts.get('response_format')?.content.toString()).toBe('json')
  expect(parts.get('file')?.head).toMatch(/filename="utterance\.wav"\r\ncontent-type: audio\/wav/i)
  const wav = readWav(parts.get('file')?.content ?? Buffer.alloc(0))
  expect(wav.sampleRate).toBe(RATE)
  expect(wav.samples.length / RATE).toBeGreaterThan(0.5)
})

test('silence that whisper writes down as such is no turn', async () => {
  const whisper = await speechServer({
    '/v1/audio/transcriptions': (response) => void response.end('{"text":" [BLANK_AUDIO]\\n"}'),
  })
  const { player, speak } = await playerOf({ stt: `${whisper.url}/v1#whisper-1` })
  speak(await anUtterance())
  await expect.poll(() => whisper.asked.filter(({ path }) => path.endsWith('transcriptions')).length).toBe(1)
  player.send('text', { text: 'Hello!' })
  await player.next<ServerEvents['bot_response']>('bot_response', isLast)
  expect(
    player.heard.filter(([event, payload]) => event === 'stt_response' && (payload as Transcript).is_final),
  ).toEqual([])
})

const streamed = (response: ServerResponse) => {
  // As uvicorn streams: chunked, and torn in the middle of samples.
  response.writeHead(200, { 'content-type': 'audio/pcm', 'transfer-encoding': 'chunked' })
  for (let at = 0; at < SECOND_OF_24_KHZ.length; at += 4801)
    response.write(SECOND_OF_24_KHZ.subarray(at, at + 4801))
  response.end()
}

test('a voice server streams raw samples, named by its address alone', async () => {
  const voices = await speechServer({ '/v1/audio/speech': streamed })
  const { player } = await playerOf({ tts: `${voices.url}/v1#tts-1` })
  player.send('say_line', { text: 'Good evening.' })
  await player.next<BotVoice>('bot_voice', isLast)
  const samples = player.heard.flatMap(([event, payload]) =>
    event === 'bot_voice' ? [...fromPcm16(fromBase64((payload as BotVoice).audio) ?? new Uint8Array())] : [],
  )
  const voiced = samples.filter((sample) => Math.abs(sample) > 0.01).length
  expect(samples.length / RATE).toBeGreaterThan(0.99)
  expect(samples.length / RATE).toBeLessThan(1.3)
  expect(voiced / RATE).toBeGreaterThan(0.8)
  const [asked] = voices.asked.filter(({ path }) => path === '/v1/audio/speech')
  expect(JSON.parse(String(asked?.body))).toMatchObject({
    model: 'tts-1',
    input: 'Good evening.',
    response_format: 'pcm',
  })
})

test('a server that answers raw samples with a WAV file is heard at its own rate, without a click of its header', async () => {
  const wav = writeWav(48_000, toPcm16(toneOf(440, { sampleRate: 48_000, seconds: 1 })))
  const voices = await speechServer({
    '/v1/audio/speech': (response) => void response.setHeader('content-type', 'audio/wav').end(wav),
  })
  const { player } = await playerOf({ tts: `${voices.url}/v1#tts-1` })
  player.send('say_line', { text: 'Good evening.' })
  await player.next<BotVoice>('bot_voice', isLast)
  const length = player.heard.reduce(
    (sum, [event, payload]) =>
      event === 'bot_voice' ? sum + (fromBase64((payload as BotVoice).audio)?.length ?? 0) / 2 : sum,
    0,
  )
  expect(length / RATE).toBeGreaterThan(0.99)
  expect(length / RATE).toBeLessThan(1.3)
})

const FAILURES: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['a refusal', (response) => void response.writeHead(500).end('{"error":"out of memory"}')],
  ['an unknown model', (response) => void response.writeHead(404).end('{"error":"model not found"}')],
  [
    'an answer that breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': '90000' })
      response.write(SECOND_OF_24_KHZ.subarray(0, 4800), () => response.destroy())
    },
  ],
]

test.each(FAILURES)('%s of a voice server is a voice_error, and the text goes on', async (_, answer) => {
  const voices = await speechServer({ '/v1/audio/speech': answer })
  const { player } = await playerOf({ tts: `${voices.url}/v1#tts-1` })
  player.send('text', { text: 'Hello!' })
  const last = await player.next<ServerEvents['bot_response']>('bot_response', isLast)
  expect(last.text).not.toBe('')
  expect((await player.next<ServerEvents['voice_error']>('voice_error')).error).toBe('voice_failed')
})

test.each([
  [
    'a refusal',
    (response: ServerResponse) => void response.writeHead(500).end('{"error":"failed to read WAV file"}'),
  ],
  ['no JSON', (response: ServerResponse) => void response.end('<html>')],
  ['JSON without a text', (response: ServerResponse) => void response.end('{"error":"no file"}')],
])('%s of a whisper server is a voice_error, and the session goes on by text', async (_, answer) => {
  const whisper = await speechServer({ '/v1/audio/transcriptions': answer })
  const { player, speak } = await playerOf({ stt: `${whisper.url}/v1#whisper-1` })
  speak(await anUtterance())
  expect(await player.next('voice_error')).toMatchObject({ error: expect.any(String) })
  player.send('text', { text: 'Hello!' })
  expect((await player.next<ServerEvents['bot_response']>('bot_response', isLast)).text).not.toBe('')
})
