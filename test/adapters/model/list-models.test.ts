import { expect, onTestFinished, test } from 'vitest'
import { hasModel, modelsFor } from '../../../src/adapters/model/choose-model.js'
import { listModels } from '../../../src/adapters/model/list-models.js'
import type { ProviderKind } from '../../../src/adapters/model/provider.js'
import { createTransport } from '../../../src/adapters/model/transport.js'
import {
  answerWith,
  type ModelAnswer,
  refuseWith,
  startModelServer,
} from '../../support/providers/model-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import {
  collectReply,
  createLimits,
  givenModel,
  localProvider,
  requestOf,
  SECRET,
  text,
} from '../../support/sessions/given-model.js'

async function given(kind: ProviderKind, list: ModelAnswer) {
  let headers: object = {}
  const server = await startModelServer([], (line, question) => {
    headers = question.headers
    return list(line, question)
  })
  const transport = createTransport()
  onTestFinished(server.close)
  onTestFinished(transport.close)
  const timers = createLimits()
  const provider = { ...localProvider, kind, baseUrl: server.url }
  const list_ = () => listModels({ transport, timers }, provider)
  return { server, timers, ask: list_, headers: () => headers }
}

const LISTS = [
  {
    kind: 'ollama' as const,
    path: '/api/tags',
    header: { authorization: `Bearer ${SECRET}` },
    answer: {
      models: [
        {
          name: 'nomic-embed-text:latest',
          modified_at: '2030-01-03T00:00:00Z',
          details: { family: 'nomic-bert' },
        },
        { name: 'mistral:7b', modified_at: '2030-01-01T00:00:00Z' },
        { name: 'llama3.2:latest', modified_at: '2030-01-02T00:00:00Z' },
      ],
    },
    llm: ['llama3.2', 'mistral:7b'],
    embeddings: ['nomic-embed-text'],
  },
  {
    kind: 'openai' as const,
    path: '/models',
    header: { authorization: `Bearer ${SECRET}` },
    answer: {
      object: 'list',
      data: [
        { id: 'gpt-9', object: 'model', created: 1_900_000_003, owned_by: 'openai' },
        { id: 'gpt-8-mini', object: 'model', created: 1_900_000_001, owned_by: 'openai' },
        { id: 'gpt-9-mini', object: 'model', created: 1_900_000_002, owned_by: 'openai' },
        { id: 'gpt-9-mini-tts', object: 'model', created: 1_900_000_004, owned_by: 'openai' },
        { id: 'text-embedding-3-small', object: 'model', created: 1_900_000_004, owned_by: 'openai' },
      ],
    },
    llm: ['gpt-9-mini', 'gpt-8-mini', 'gpt-9'],
    embeddings: ['text-embedding-3-small'],
  },
  {
    kind: 'anthropic' as const,
    path: '/models?limit=1000',
    header: { 'x-api-key': SECRET, 'anthropic-version': '2023-06-01' },
    answer: {
      data: [
        { id: 'claude-opus-9', type: 'model', created_at: '2030-01-02T00:00:00Z' },
        { id: 'claude-haiku-9', type: 'model', created_at: '2030-01-01T00:00:00Z' },
      ],
      has_more: false,
    },
    llm: ['claude-haiku-9', 'claude-opus-9'],
    embeddings: [],
  },
  {
    kind: 'google' as const,
    path: '/models?pageSize=1000',
    header: { 'x-goog-api-key': SECRET },
    answer: {
      models: [
        { name: 'models/gemini-9-pro', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/gemini-9-flash', supportedGenerationMethods: ['generateContent', 'countTokens'] },
        { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
      ],
    },
    llm: ['gemini-9-flash', 'gemini-9-pro'],
    embeddings: ['gemini-embedding-001'],
  },
]

test.each(LISTS)('$kind is asked for its models in its own form', async (list) => {
  const { kind } = list
  const { server, ask, headers } = await given(kind, refuseWith(200, list.answer))
  const answer = await ask()
  expect(server.listed).toEqual([list.path])
  expect(headers()).toMatchObject(list.header)
  const models = 'models' in answer ? (answer.models ?? []) : []
  expect(modelsFor('llm', { kind, models }).map(({ id }) => id)).toEqual(list.llm)
  expect(modelsFor('embeddings', { kind, models }).map(({ id }) => id)).toEqual(list.embeddings)
  expect(hasModel(models, list.llm[0] ?? '')).toBe(true)
  expect(hasModel(models, 'another')).toBe(false)
})

test.each([
  [refuseWith(401, { error: { message: 'no' } }), { reason: 'wrong_key', status: 401 }],
  [refuseWith(200, 'not JSON'), { reason: 'garbled' }],
  [refuseWith(200, { something: 'else' }), { reason: 'garbled' }],
  [refuseWith(500, ''), { reason: 'failed', status: 500 }],
  [(line: Parameters<ModelAnswer>[0]) => line.cut(), { reason: 'unreachable' }],
])('a provider that cannot tell is a failure with its reason', async (answer, failure) => {
  const { ask, timers } = await given('openai', answer)
  expect(await ask()).toMatchObject({ failure })
  expect(timers.running()).toEqual([])
})

test('a compatible server without that route answers all the same', async () => {
  const { ask } = await given('openai-compatible', refuseWith(404, {}))
  expect(await ask()).toEqual({ models: undefined })
})

test('a provider that does not answer is not waited for', async () => {
  const { ask, timers, server } = await given('ollama', () => {})
  const asked = ask()
  while (server.listed.length === 0) await new Promise((resolve) => setImmediate(resolve))
  timers.pass(4)
  expect(await asked).toEqual({ failure: { reason: 'late' } })
})

test('without a model the first turn asks the provider, and later ones know', async () => {
  const [, list] = LISTS
  const { server, models } = await givenModel({
    provider: { kind: 'openai', model: undefined },
    answers: [answerWith(...openAi.say('Hello.'), ...openAi.stop())],
    list: refuseWith(200, list?.answer),
  })
  const reply = () => collectReply(models.reply(requestOf(), new AbortController().signal))
  expect(await reply()).toEqual({ parts: text('Hello.') })
  await reply()
  expect(server.listed).toHaveLength(1)
  expect(server.asked.map(({ body }) => body['model'])).toEqual(['gpt-9-mini', 'gpt-9-mini'])
  expect(models.identify?.(requestOf().character)).toMatchObject({ provider: 'local', model: 'gpt-9-mini' })
})

test('without a model and without an answer the turn fails, and the next one asks again', async () => {
  const { server, models } = await givenModel({
    provider: { kind: 'openai', model: undefined },
    list: refuseWith(503, {}),
  })
  const reply = () => collectReply(models.reply(requestOf(), new AbortController().signal))
  expect((await reply()).error).toMatchObject({ kind: 'upstream', detail: 'The language model failed' })
  await reply()
  expect(server.listed).toHaveLength(2)
  expect(server.asked).toEqual([])
})
