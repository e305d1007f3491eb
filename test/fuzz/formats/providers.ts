import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createModelRouter } from '../../../src/adapters/model/model-router.js'
import type { ProviderKind } from '../../../src/adapters/model/provider.js'
import { createOpenAiRecogniser } from '../../../src/adapters/speech/openai-recogniser.js'
import { createOpenAiVoice } from '../../../src/adapters/speech/openai-voice.js'
import { writeWav } from '../../../src/audio/wav.js'
import { NO_KNOWLEDGE } from '../../../src/domain/knowledge/ports.js'
import type { Log } from '../../../src/domain/log.js'
import { NOTHING_RECALLED } from '../../../src/domain/memories/search/recall-port.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { characterRecord } from '../../support/http/http-records.js'
import { anthropic } from '../../support/providers/anthropic-server.js'
import { google } from '../../support/providers/google-server.js'
import { ollama } from '../../support/providers/ollama-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import type { Format, OpenFormats } from './format.js'

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }
const timers = createTimers()
const PATIENCE = { firstTokenSeconds: 10, idleSeconds: 10, totalSeconds: 20 }
const SECRET = 'sk-fuzz-4b1f'

/** What other services answer. */
export const openProviders: OpenFormats = async () => {
  const origin = await startOrigin()
  const openAiStreams = [
    [...openAi.say('Hello', ' there'), ...openAi.stop()],
    [...openAi.call('wave', '{"hand":', '"left"}'), ...openAi.stop('tool_calls')],
    openAi.fail('Overloaded'),
  ]
  const streams: Readonly<Record<ProviderKind, readonly string[][]>> = {
    'openai-compatible': openAiStreams,
    openai: openAiStreams,
    anthropic: [
      [...anthropic.start(), ...anthropic.say(0, 'Hello', ' there'), ...anthropic.stop()],
      [
        ...anthropic.start(),
        ...anthropic.call(0, 'wave', '{"hand":', '"left"}'),
        ...anthropic.stop('tool_use'),
      ],
      anthropic.fail('overloaded_error', 'Overloaded'),
    ],
    google: [
      [...google.say('Hello', ' there'), ...google.stop()],
      [...google.call('wave', { hand: 'left' }), ...google.stop()],
      google.fail(503, 'UNAVAILABLE', 'Overloaded'),
    ],
    ollama: [
      [...ollama.say('Hello', ' there'), ...ollama.stop()],
      [...ollama.call('wave', { hand: 'left' }), ...ollama.stop()],
      ollama.fail('an error was encountered while running the model'),
    ],
  }
  const kinds = Object.entries(streams) as [ProviderKind, readonly string[][]][]
  return [
    ...kinds.map(([kind, seeds]) => openModel(origin, kind, seeds)),
    openVoice(origin),
    openRecogniser(origin),
  ]
}

type Origin = Awaited<ReturnType<typeof startOrigin>>

/** Answers everything with the bytes that it was given last. */
async function startOrigin() {
  let bytes = Buffer.alloc(0)
  let type = 'text/event-stream'
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', type)
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    answerWith: (next: Buffer, nextType: string) => {
      bytes = Buffer.from(next)
      type = nextType
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function openModel(origin: Origin, kind: ProviderKind, streams: readonly string[][]): Format {
  const common = { name: 'local', model: 'm', apiKey: SECRET, headers: {}, sendTemperature: true } as const
  const provider = {
    ...common,
    kind,
    baseUrl: origin.url,
    maxTokensField: 'max_tokens',
    patience: PATIENCE,
  } as const
  const stub = { reply: async function* () {} }
  const models = createModelRouter({ providers: [provider], defaultName: 'local', stub, timers, log: quiet })
  const character = characterRecord({
    llm_provider: 'local',
    actions: [{ name: 'wave', parameters: [{ name: 'hand' }] }],
  })
  const request = {
    character,
    playerId: 'ada',
    system: 'You are Mira.',
    knowledge: NO_KNOWLEDGE,
    memories: NOTHING_RECALLED,
    readMessages: 0,
    messages: [{ role: 'user', content: 'Hello' }],
    actions: character.actions,
  } as const
  return {
    name: `${kind} stream`,
    seeds: streams.map((events) => Buffer.from(events.join(''))),
    read: async (bytes) => {
      origin.answerWith(bytes, 'text/event-stream')
      const problems: string[] = []
      for await (const part of models.reply(request, new AbortController().signal)) {
        if (part.type === 'text' && typeof part.text !== 'string') problems.push('a text is none')
        if (part.type === 'action' && typeof part.name !== 'string') problems.push('an action has no name')
      }
      return problems
    },
    close: models.close,
  }
}

const SPEECH = { model: 'm', apiKey: SECRET, headers: {}, patience: PATIENCE }

function openVoice(origin: Origin): Format {
  const voice = createOpenAiVoice(
    { timers },
    { ...SPEECH, baseUrl: origin.url, voice: 'alloy', format: 'wav', pcmRate: 24_000 },
  )
  return {
    name: 'speech',
    seeds: [Buffer.from(writeWav(24_000, Buffer.alloc(4800, 5)))],
    read: async (bytes) => {
      origin.answerWith(bytes, 'audio/wav')
      const request = { text: 'Hello', voice: characterRecord(), sampleRate: 24_000 }
      const problems: string[] = []
      for await (const { samples } of voice.speak(request, new AbortController().signal)) {
        if (!samples.every((sample) => Math.abs(sample) <= 1)) problems.push('samples are beyond 1')
      }
      return problems
    },
  }
}

function openRecogniser(origin: Origin): Format {
  const recogniser = createOpenAiRecogniser({ timers }, { ...SPEECH, baseUrl: origin.url })
  return {
    name: 'transcript',
    seeds: [Buffer.from('{"text":"Hello there","language":"en","segments":[{"avg_logprob":-0.2}]}')],
    read: async (bytes) => {
      origin.answerWith(bytes, 'application/json')
      const stream = recogniser.open(
        { sampleRate: 16_000, settings: characterRecord() },
        new AbortController().signal,
      )
      stream.push(new Float32Array(16_000))
      stream.finish()
      const problems: string[] = []
      for await (const event of stream.events) {
        if (event.type === 'final' && typeof event.text !== 'string') problems.push('a transcript is no text')
      }
      return problems
    },
    close: origin.close,
  }
}
