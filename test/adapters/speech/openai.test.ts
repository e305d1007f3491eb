import { describe, expect, onTestFinished, test } from 'vitest'
import { createOpenAiRecogniser } from '../../../src/adapters/speech/openai-recogniser.js'
import { createOpenAiVoice } from '../../../src/adapters/speech/openai-voice.js'
import type { VoiceProvider } from '../../../src/adapters/speech/provider.js'
import { toPcm16 } from '../../../src/audio/pcm.js'
import { readWav, writeWav } from '../../../src/audio/wav.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { type SpeechServer, startSpeechServer } from '../../support/providers/speech-server.js'
import { toneOf } from '../../support/speech/sound.js'
import {
  aVoice,
  describeSpeechRecognition,
  describeSpeechSynthesis,
  never,
  recognise,
  samplesOf,
  say,
} from '../../support/speech/voice-battery.js'

const timers = createTimers()
const tone = toneOf(440, { sampleRate: 24_000, seconds: 1 })
const pcm = Buffer.from(toPcm16(tone))

/** What is to be given up sets a limit of its own. */
const LONG = { firstTokenSeconds: 600, idleSeconds: 600, totalSeconds: 600 }

const providerAt = (baseUrl: string, given: Partial<VoiceProvider> = {}): VoiceProvider => ({
  baseUrl,
  model: 'tts-1',
  voice: 'alloy',
  apiKey: 'secret',
  headers: {},
  format: 'pcm',
  pcmRate: 24_000,
  patience: LONG,
  ...given,
})

async function given(...args: Parameters<typeof startSpeechServer>): Promise<SpeechServer> {
  const server = await startSpeechServer(...args)
  onTestFinished(server.close)
  return server
}

const speaking = () => given((response) => void response.end(pcm))
const transcribing = (text: string) => given((response) => void response.end(JSON.stringify({ text })))

describe('a voice behind OpenAI’s audio API', async () => {
  const server = await startSpeechServer((response) => void response.end(pcm))
  describeSpeechSynthesis(() => createOpenAiVoice({ timers }, providerAt(server.url)))

  test('is asked for the character’s voice, model and speed', async () => {
    const { url, asked } = await speaking()
    const voice = { ...aVoice, tts_voice: 'nova', tts_model: 'tts-1-hd', tts_speed: 1.2 }
    await say(createOpenAiVoice({ timers }, providerAt(url)), { text: 'Hello', voice })
    expect(asked).toMatchObject([{ path: '/audio/speech', headers: { authorization: 'Bearer secret' } }])
    expect(JSON.parse(String(asked[0]?.body))).toEqual({
      model: 'tts-1-hd',
      input: 'Hello',
      voice: 'nova',
      speed: 1.2,
      response_format: 'pcm',
    })
  })

  test('falls back to the configured model and voice', async () => {
    const { url, asked } = await speaking()
    await say(createOpenAiVoice({ timers }, providerAt(url, { apiKey: undefined })), { text: 'Hello' })
    expect(JSON.parse(String(asked[0]?.body))).toMatchObject({ model: 'tts-1', voice: 'alloy' })
    expect(asked[0]?.headers.authorization).toBeUndefined()
  })

  /** Answers a question for its list with these models, or that it has no list, and speech with sound or a transcript. */
  const listing = (models: readonly string[] | undefined) =>
    given((response, { path }) => {
      if (path !== '/models') return void response.end(path === '/audio/speech' ? pcm : '{"text":"hello"}')
      if (models === undefined) return void response.writeHead(404).end()
      response.end(JSON.stringify({ data: models.map((id) => ({ id })) }))
    })

  test.each([
    [['llama-3', 'kokoro-82m', 'whisper-large'], 'kokoro-82m', 'whisper-large'],
    [['house-model'], 'house-model', 'house-model'],
    [undefined, 'tts-1', 'whisper-1'],
    [['llama-3', 'qwen-3'], 'tts-1', 'whisper-1'],
  ])(
    'without a model, of %j it takes %s to speak and %s to hear, and asks once',
    async (has, says, hears) => {
      const { url, asked } = await listing(has)
      const voice = createOpenAiVoice({ timers }, providerAt(url, { model: undefined }))
      await say(voice, { text: 'Hello' })
      await say(voice, { text: 'Again' })
      await recognise(createOpenAiRecogniser({ timers }, providerAt(url, { model: undefined })), {
        samples: tone,
      })
      expect(asked.map(({ path }) => path)).toEqual([
        ...['/models', '/audio/speech', '/audio/speech', '/models', '/audio/transcriptions'],
      ])
      expect(JSON.parse(String(asked[1]?.body))).toMatchObject({ model: says })
      expect(String(asked[4]?.body)).toContain(`name="model"\r\n\r\n${hears}\r\n`)
    },
  )

  test('a provider that refuses to list its models is told, and asked again next time', async () => {
    let isUp = false
    const { url } = await given((response, { path }) => {
      if (path === '/models' && !isUp) return void response.writeHead(401).end('secret')
      response.end(path === '/models' ? '{"data":[]}' : pcm)
    })
    const voice = createOpenAiVoice({ timers }, providerAt(url, { model: undefined }))
    await expect(say(voice, { text: 'Hello' })).rejects.toMatchObject({
      detail: 'The voice does not accept the API key',
    })
    isUp = true
    expect(samplesOf(await say(voice, { text: 'Hello' })).length).toBeGreaterThan(0)
  })

  test('samples torn between two pieces of the network are put together', async () => {
    const { url } = await given(async (response) => {
      for (let at = 0; at < pcm.length; at += 4801) {
        await new Promise<void>((sent) => void response.write(pcm.subarray(at, at + 4801), () => sent()))
      }
      response.end()
    })
    const chunks = await say(createOpenAiVoice({ timers }, providerAt(url)), { text: 'Hello' })
    expect(Buffer.from(toPcm16(samplesOf(chunks))).equals(pcm)).toBe(true)
  })

  test('a WAV file is converted from its own rate', async () => {
    const { url } = await given((response) => void response.end(writeWav(48_000, pcm)))
    const voice = createOpenAiVoice({ timers }, providerAt(url, { format: 'wav' }))
    expect(samplesOf(await say(voice, { text: 'Hello', sampleRate: 16_000 }))).toHaveLength(8000)
  })

  test.each([
    [401, 'The voice does not accept the API key'],
    [404, 'The voice is not known at its address'],
    [429, 'The voice has had too many requests'],
    [500, 'The voice failed'],
    [302, 'The voice is not known at its address'],
  ])('HTTP %i is told as: %s', async (status, detail) => {
    const { url } = await given(
      (response) => void response.writeHead(status, { location: '/x' }).end('secret'),
    )
    const voice = createOpenAiVoice({ timers }, providerAt(url))
    await expect(say(voice, { text: 'Hello' })).rejects.toMatchObject({ kind: 'upstream', detail })
  })

  test.each([
    ['text/html', '<html><p>Welcome</p>', 'The voice answered with a web page'],
    [
      'application/json',
      '{"error":{"message":"No voice alloy"}}',
      'The voice sent something that is no sound',
    ],
    ['text/plain; charset=utf-8', 'No voice alloy', 'The voice sent something that is no sound'],
    ['audio/pcm', '', 'The voice sent no sound'],
  ])('HTTP 200 with %s and %s is a failure', async (contentType, body, detail) => {
    const { url } = await given(
      (response) => void response.writeHead(200, { 'content-type': contentType }).end(body),
    )
    const voice = createOpenAiVoice({ timers }, providerAt(url))
    await expect(say(voice, { text: 'Hello' })).rejects.toMatchObject({ kind: 'upstream', detail })
  })

  test('what cannot be spoken may have no sound', async () => {
    const { url } = await given((response) => void response.end())
    expect(await say(createOpenAiVoice({ timers }, providerAt(url)), { text: '\u{1f642}' })).toEqual([])
  })

  test('a body that breaks off, a WAV that is none and nobody at the address are told', async () => {
    const broken = await given((response) => {
      response.writeHead(200, { 'content-length': '100000' })
      response.write(pcm.subarray(0, 1000), () => response.destroy())
    })
    await expect(
      say(createOpenAiVoice({ timers }, providerAt(broken.url)), { text: 'Hello' }),
    ).rejects.toMatchObject({
      detail: 'The voice broke off its answer',
    })
    const text = await given((response) => void response.end('Hello'))
    await expect(
      say(createOpenAiVoice({ timers }, providerAt(text.url, { format: 'wav' })), { text: 'Hello' }),
    ).rejects.toMatchObject({ detail: 'The voice sent an answer that cannot be understood' })
    await expect(
      say(createOpenAiVoice({ timers }, providerAt('http://127.0.0.1:9')), { text: 'Hello' }),
    ).rejects.toMatchObject({ detail: 'The voice cannot be reached' })
  })

  test('a voice that says nothing is given up, and the connection is closed', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let isGone = () => {}
    const gone = new Promise<void>((resolve) => {
      isGone = resolve
    })
    const { url } = await given((response) => {
      response.on('close', isGone)
      arrive()
    })
    // Time is up once the server has the request, however long that takes here.
    const after = (ms: number, run: () => void) => {
      if (ms === 50) void arrived.then(run)
      return () => undefined
    }
    const patience = { ...LONG, firstTokenSeconds: 0.05 }
    const voice = createOpenAiVoice({ timers: { after } }, providerAt(url, { patience }))
    await expect(say(voice, { text: 'Hello' })).rejects.toMatchObject({
      detail: 'The voice did not answer in time',
    })
    await gone
  })
})

describe('a recogniser behind OpenAI’s audio API', async () => {
  const server = await startSpeechServer((response) => void response.end('{"text":"Some words"}'))
  describeSpeechRecognition(
    () => createOpenAiRecogniser({ timers }, providerAt(server.url)),
    async () => toneOf(440),
  )

  test('gets the utterance as a WAV file with model and language', async () => {
    const { url, asked } = await transcribing(' Open the door. ')
    const events = await recognise(
      createOpenAiRecogniser({ timers }, providerAt(url, { model: 'whisper-1' })),
      {
        samples: tone,
      },
    )
    expect(events).toEqual([{ type: 'final', text: 'Open the door.' }])
    const form = await new Response(new Uint8Array(asked[0]?.body ?? []), {
      headers: { 'content-type': asked[0]?.headers['content-type'] ?? '' },
    }).formData()
    expect([form.get('model'), form.get('language'), form.get('response_format')]).toEqual([
      'whisper-1',
      'en',
      'json',
    ])
    const wav = readWav(new Uint8Array(await (form.get('file') as File).arrayBuffer()))
    expect(wav.sampleRate).toBe(24_000)
    expect(wav.samples).toHaveLength(24_000)
  })

  test.each([
    ['{"words": 3}', 200, 'The recogniser sent an answer that cannot be understood'],
    ['no JSON', 200, 'The recogniser sent an answer that cannot be understood'],
    ['{}', 401, 'The recogniser does not accept the API key'],
  ])('%s with HTTP %i is told as: %s', async (body, status, detail) => {
    const { url } = await given((response) => void response.writeHead(status).end(body))
    const recogniser = createOpenAiRecogniser({ timers }, providerAt(url))
    await expect(recognise(recogniser, { samples: tone })).rejects.toMatchObject({ kind: 'upstream', detail })
  })

  test('closing while it thinks ends the request', async () => {
    let isGone = () => {}
    let isAsked = () => {}
    const gone = new Promise<void>((resolve) => {
      isGone = resolve
    })
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const { url } = await given((response) => {
      response.on('close', isGone)
      isAsked()
    })
    const settings = { stt_provider: 'default', stt_language: 'en' }
    const stream = createOpenAiRecogniser({ timers }, providerAt(url)).open(
      { sampleRate: 24_000, settings },
      never(),
    )
    stream.push(tone)
    stream.finish()
    await asked
    stream.close()
    await gone
  })
})
