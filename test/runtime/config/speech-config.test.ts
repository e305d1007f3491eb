import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { VOICE_TIMINGS } from '../../../src/domain/voice/settings.js'
import { readConfig } from '../../../src/runtime/config/config.js'
import { startSpeechServer } from '../../support/providers/speech-server.js'
import { connectPlayer, rest, startTestServer, temporaryFolder } from '../../support/servers/test-server.js'

async function written(text: string) {
  const folder = await temporaryFolder()
  const path = join(folder, 'parley.yaml')
  await writeFile(path, text)
  return { folder, path }
}

async function read(text: string, env: Record<string, string> = {}) {
  const { folder, path } = await written(text)
  return readConfig(path, env).catch((error: Error) => error.message.replaceAll(`${folder}/`, '').split('\n'))
}

const patience = { firstTokenSeconds: 10, idleSeconds: 10, totalSeconds: 120 }

test('voices and recognisers are read with their keys and defaults; the first of each is its default', async () => {
  const text = `
tts:
  providers:
    studio: { kind: openai-compatible, baseUrl: "http://127.0.0.1:9/v1/", model: tts-1, apiKeyEnv: KEY }
stt:
  default: system
  providers:
    live: { kind: streaming, baseUrl: "wss://127.0.0.1:9/v1", model: nova, totalSeconds: 600 }
`
  expect(await read(text, { KEY: 'sk-1' })).toMatchObject({
    tts: {
      default: 'studio',
      providers: [
        {
          name: 'studio',
          baseUrl: 'http://127.0.0.1:9/v1',
          model: 'tts-1',
          apiKey: 'sk-1',
          headers: {},
          patience,
          voice: 'alloy',
          format: 'pcm',
          pcmRate: 24_000,
        },
      ],
    },
    stt: {
      default: 'system',
      providers: [
        {
          name: 'live',
          kind: 'streaming',
          baseUrl: 'wss://127.0.0.1:9/v1',
          model: 'nova',
          apiKey: undefined,
          headers: {},
          patience: { ...patience, totalSeconds: 600 },
        },
      ],
    },
  })
})

test('programs are read with their models, apart from servers', async () => {
  const text = `
tts: { providers: { lessac: { kind: piper, model: /voices/lessac.onnx } } }
stt: { providers: { base: { kind: whisper-cli, model: /models/base.bin, totalSeconds: 90 } } }
`
  expect(await read(text)).toMatchObject({
    tts: {
      default: 'lessac',
      providers: [],
      programs: [{ name: 'lessac', kind: 'piper', model: '/voices/lessac.onnx', totalSeconds: 60 }],
    },
    stt: {
      default: 'base',
      providers: [],
      programs: [{ name: 'base', kind: 'whisper-cli', model: '/models/base.bin', totalSeconds: 90 }],
    },
  })
})

test.each([
  [
    'tts: { default: studoi }',
    'tts.default names studoi, which is not a provider; known here: builtin, stub, system.',
  ],
  [
    'tts: { providers: { stub: { kind: openai-compatible, baseUrl: "http://x", model: m } } }',
    'tts.providers.stub needs another name: default, builtin, stub and system have a meaning of their own.',
  ],
  [
    'tts: { providers: { a: { kind: streaming, model: m } } }',
    'tts.providers.a.kind streaming is only for stt.',
  ],
  ['tts: { providers: { a: { kind: openai-compatible, model: m } } }', 'tts.providers.a.baseUrl is missing.'],
  [
    'stt: { providers: { a: { kind: openai-compatible, baseUrl: "ws://x", model: m } } }',
    'stt.providers.a.baseUrl must be an http or https address.',
  ],
  [
    'stt: { providers: { a: { kind: streaming, model: m, voice: v } } }',
    'stt.providers.a.voice is only for tts.',
  ],
  ['stt: { providers: { a: { kind: piper, model: m } } }', 'stt.providers.a.kind piper is only for tts.'],
  [
    'tts: { providers: { a: { kind: whisper-cli, model: m } } }',
    'tts.providers.a.kind whisper-cli is only for stt.',
  ],
  [
    'tts: { providers: { a: { kind: piper, model: m, baseUrl: "http://x" } } }',
    'tts.providers.a.baseUrl is only for servers, not for programs.',
  ],
])('%s is refused in a sentence', async (text, sentence) => {
  expect(await read(text)).toEqual([`parley.yaml:1: ${sentence}`])
})

test('a configured voice speaks for characters, and the server says whose voices they are', async () => {
  const provider = await startSpeechServer((response) => {
    response.end(Buffer.alloc(24_000))
  })
  onTestFinished(() => provider.close())
  const { path } = await written(
    `tts: { providers: { studio: { kind: openai-compatible, baseUrl: "${provider.url}/v1", model: tts-1 } } }`,
  )
  const server = await startTestServer({ configFile: path })
  expect(server.ready.providers).toMatchObject({ tts: 'studio', stt: 'stub' })

  const made = await rest(server, 'POST', '/api/v1/characters', { tts: { voice: 'ada' } })
  const { id } = made.body as { id: string }
  const { apiKey } = server.ready
  const player = connectPlayer(server, { api_key: apiKey, character_id: id, player_id: 'p' })
  await player.next('session_info')
  player.send('say_line', { text: 'Good evening.' })
  await player.next<{ is_final: boolean }>('bot_voice', ({ is_final }) => is_final)
  expect(provider.asked.map(({ path }) => path)).toEqual(['/v1/audio/speech'])
  expect(JSON.parse(String(provider.asked[0]?.body))).toMatchObject({
    model: 'tts-1',
    input: 'Good evening.',
    voice: 'ada',
  })
})

test('the timings of voice are settings, each by its name; what is left out stays', async () => {
  const text = 'voice: { endpointMs: 700, echoCorrelation: 0.8, vad: { endMs: 300 } }'
  expect(await read(text)).toMatchObject({
    voice: {
      ...VOICE_TIMINGS,
      endpointMs: 700,
      echoCorrelation: 0.8,
      vad: { ...VOICE_TIMINGS.vad, endMs: 300 },
    },
  })
})

test.each(Object.keys(VOICE_TIMINGS).filter((name) => name !== 'vad'))(
  'voice.%s is a setting',
  async (name) => {
    expect(await read(`voice: { ${name}: 0.5 }`)).toMatchObject({ voice: { [name]: 0.5 } })
  },
)

test.each([
  ['voice: { endpoint: 700 }', 'voice.endpoint'],
  ['voice: { vad: { sensitivity: 1 } }', 'voice.vad.sensitivity'],
  ['voice: { endpointMs: soon }', 'voice.endpointMs must be a number of milliseconds from 0 to 60000.'],
  ['voice: { bargeInMs: -1 }', 'voice.bargeInMs must be a number of milliseconds from 0 to 60000.'],
  ['voice: { echoCorrelation: 2 }', 'voice.echoCorrelation must be a number from 0 to 1.'],
])('%s is refused by its name', async (text, sentence) => {
  expect(await read(text)).toEqual([expect.stringContaining(sentence)])
})
