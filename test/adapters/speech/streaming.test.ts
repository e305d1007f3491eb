import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { RecogniserProvider } from '../../../src/adapters/speech/provider.js'
import { createStreamingRecogniser } from '../../../src/adapters/speech/streaming-recogniser.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { type StreamLine, startSpeechServer } from '../../support/providers/speech-server.js'
import { toneOf } from '../../support/speech/sound.js'
import {
  collect,
  describeSpeechRecognition,
  never,
  recognise,
  settings,
} from '../../support/speech/voice-battery.js'

const timers = createTimers()
const tone = toneOf(440, { sampleRate: 24_000 })

const providerAt = (url: string, seconds = 600): RecogniserProvider => ({
  baseUrl: `${url}/v1`,
  model: 'nova-3',
  apiKey: 'secret',
  headers: {},
  patience: { firstTokenSeconds: seconds, idleSeconds: seconds, totalSeconds: seconds },
})

const result = (transcript: string, is_final: boolean, confidence = 0.9) => ({
  type: 'Results',
  is_final,
  channel: { alternatives: [{ transcript, confidence }] },
})

type Script = Parameters<typeof startSpeechServer>[1]

async function given(streaming: Script, seconds?: number) {
  const server = await startSpeechServer((response) => void response.writeHead(401).end(), streaming)
  onTestFinished(server.close)
  return createStreamingRecogniser({ timers }, providerAt(server.url, seconds))
}

const closing = (...results: object[]): Script => ({
  text: (line) => {
    for (const each of results) line.say(each)
    line.close()
  },
})

describe('a streaming recogniser', async () => {
  const server = await startSpeechServer((response) => void response.end(), {
    // Words for sound, none for silence.
    binary: (line, data) => {
      if (data.some((byte) => byte !== 0)) line.say(result('some words', false))
    },
    text: (line) => line.close(),
  })
  afterAll(server.close)
  describeSpeechRecognition(
    () => createStreamingRecogniser({ timers }, providerAt(server.url)),
    async () => toneOf(440),
  )

  test('says partials as they grow and the settled text at the end', async () => {
    const recogniser = await given(
      closing(
        { type: 'Metadata' },
        result('open', false),
        result('open', false),
        result('Open the', true, 1),
        result('', false),
        result('door', false),
        result('door.', true, 0.8),
      ),
    )
    expect(await recognise(recogniser, { samples: tone })).toEqual([
      { type: 'partial', text: 'open' },
      { type: 'partial', text: 'Open the' },
      { type: 'partial', text: 'Open the door' },
      { type: 'partial', text: 'Open the door.' },
      { type: 'final', text: 'Open the door.', confidence: 0.9 },
    ])
  })

  test('words that were never settled are in the final too', async () => {
    const recogniser = await given(closing(result('wait', false)))
    expect((await recognise(recogniser, { samples: tone })).at(-1)).toEqual({ type: 'final', text: 'wait' })
  })

  test('is told rate, language and key, and gets every sample, those before it was open too', async () => {
    const lines: StreamLine[] = []
    let bytes = 0
    const recogniser = await given({
      opened: (line) => lines.push(line),
      binary: (_, data) => {
        bytes += data.length
      },
      text: (line, text) => {
        expect(JSON.parse(text)).toEqual({ type: 'CloseStream' })
        line.close()
      },
    })
    await recognise(recogniser, { samples: tone })
    expect(bytes).toBe(48_000)
    expect(lines[0]?.headers.authorization).toBe('Token secret')
    expect(Object.fromEntries(new URL(lines[0]?.path ?? '', 'ws://x').searchParams)).toEqual({
      model: 'nova-3',
      language: 'en',
      encoding: 'linear16',
      sample_rate: '24000',
      channels: '1',
      interim_results: 'true',
      punctuate: 'true',
    })
  })

  test.each([
    ['breaks off', { binary: (line: StreamLine) => line.cut() }, 'The recogniser broke off its answer'],
    [
      'closes too early',
      { binary: (line: StreamLine) => line.close() },
      'The recogniser broke off its answer',
    ],
    [
      'says what cannot be understood',
      { binary: (line: StreamLine) => line.say('hello') },
      'The recogniser sent an answer that cannot be understood',
    ],
  ])('one that %s is an error', async (_, script, detail) => {
    const recogniser = await given(script)
    const stream = recogniser.open({ sampleRate: 24_000, settings }, never())
    stream.push(tone)
    await expect(collect(stream.events)).rejects.toMatchObject({ kind: 'upstream', detail })
  })

  test('one that does not finish in time is an error', async () => {
    const recogniser = await given({}, 0.2)
    await expect(recognise(recogniser, { samples: tone })).rejects.toMatchObject({
      detail: 'The recogniser did not answer in time',
    })
  })

  test('nobody at the address is an error', async () => {
    const recogniser = createStreamingRecogniser({ timers }, providerAt('http://127.0.0.1:9'))
    await expect(recognise(recogniser, { samples: tone })).rejects.toMatchObject({
      detail: 'The recogniser cannot be reached',
    })
  })
})
