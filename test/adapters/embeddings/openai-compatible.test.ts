import { expect, onTestFinished, test } from 'vitest'
import {
  createOpenAiCompatibleEmbeddings,
  type OpenAiCompatibleEmbeddings,
} from '../../../src/adapters/embeddings/openai-compatible.js'
import { createTransport } from '../../../src/adapters/model/transport.js'
import {
  type ModelAnswer,
  refuseWith,
  stallAfter,
  startModelServer,
} from '../../support/providers/model-server.js'
import { answerWithVectors, embeddingsAnswer } from '../../support/providers/openai-embeddings.js'

const SECRET = 'sk-a-secret-that-nobody-may-see'
const wanted = () => new AbortController().signal

async function given(answers: ModelAnswer[], more: Partial<OpenAiCompatibleEmbeddings> = {}) {
  const server = await startModelServer(answers)
  onTestFinished(server.close)
  const transport = createTransport()
  onTestFinished(transport.close)
  const logged: object[] = []
  const log = (message: string, fields: object = {}) => void logged.push({ message, ...fields })
  const limits: { ms: number; pass: () => void }[] = []
  const timers = {
    after: (ms: number, pass: () => void) => {
      const limit = { ms, pass }
      limits.push(limit)
      return () => void limits.splice(limits.indexOf(limit), 1)
    },
  }
  const embeddings = createOpenAiCompatibleEmbeddings(
    { transport, timers, log: { debug: log, info: log, warn: log, error: log } },
    {
      baseUrl: `${server.url}/v1`,
      model: 'm',
      apiKey: SECRET,
      headers: { 'x-title': 'Parley' },
      dimensions: 2,
      sendDimensions: false,
      timeoutSeconds: 30,
      ...more,
    },
  )
  return { server, embeddings, logged, limits }
}

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.unreachable('it failed'),
    (error: unknown) => error as Error & { kind: string; detail: string; retryAfterSeconds?: number },
  )

test('the server is asked for the texts with model and key, and its vectors are brought to length 1', async () => {
  const { server, embeddings } = await given([answerWithVectors([3, 4], [0, -2])])
  const vectors = await embeddings.embed(['green tea', 'a boat'], wanted())
  expect(vectors).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, -1)])
  expect(server.asked[0]?.path).toBe('/v1/embeddings')
  expect(server.asked[0]?.headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'content-type': 'application/json',
    'x-title': 'Parley',
  })
  expect(server.asked[0]?.body).toEqual({
    model: 'm',
    input: ['green tea', 'a boat'],
    encoding_format: 'float',
  })
})

test('no key is sent when there is none, and the length is asked for when the configuration says so', async () => {
  const { server, embeddings } = await given([answerWithVectors([1, 0])], {
    apiKey: undefined,
    sendDimensions: true,
  })
  await embeddings.embed(['tea'], wanted())
  expect(server.asked[0]?.headers).not.toHaveProperty('authorization')
  expect(server.asked[0]?.body).toMatchObject({ dimensions: 2 })
})

test('its id names model and length, because vectors of another model mean something else', async () => {
  const { embeddings } = await given([])
  expect(embeddings.id).toBe('openai-compatible:m:2')
  expect(embeddings.dimensions).toBe(2)
})

test('vectors are put in the order of their places, not of their coming', async () => {
  const { embeddings } = await given([
    embeddingsAnswer([
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ]),
  ])
  expect(await embeddings.embed(['a', 'b'], wanted())).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)])
})

test('many texts go in requests of 64, and empty ones are not sent', async () => {
  const { server, embeddings } = await given([
    (line, question) => {
      const input = question.body['input'] as string[]
      const rows = input.map((text, index) => ({ index, embedding: [Number(text), 1] }))
      return embeddingsAnswer(rows)(line, question)
    },
  ])
  const texts = Array.from({ length: 150 }, (_, at) => (at % 50 === 3 ? ' ' : String(at)))
  const vectors = await embeddings.embed(texts, wanted())
  expect(server.asked.map(({ body }) => (body['input'] as string[]).length)).toEqual([64, 64, 19])
  expect(vectors).toHaveLength(150)
  expect(vectors[3]).toEqual(Float32Array.of(0, 0))
  expect((vectors[149]?.[0] ?? 0) / (vectors[149]?.[1] ?? 1)).toBeCloseTo(149, 1)
})

test('nothing to embed is nothing asked', async () => {
  const { server, embeddings } = await given([])
  expect(await embeddings.embed(['', '  '], wanted())).toEqual([new Float32Array(2), new Float32Array(2)])
  expect(server.asked).toEqual([])
})

test.each<[number, string, string]>([
  [400, 'The embedding model refused the request', 'refused, HTTP 400, bad_input'],
  [401, 'The embedding model does not accept the API key', 'wrong_key, HTTP 401, bad_input'],
  [404, 'The embedding model is not known at its address', 'not_found, HTTP 404, bad_input'],
  [302, 'The embedding model is not known at its address', 'not_found, HTTP 302, bad_input'],
  [429, 'The embedding model has had too many requests', 'busy, HTTP 429, bad_input'],
  [500, 'The embedding model failed', 'failed, HTTP 500, bad_input'],
])('a refusal with %i is told in a fixed sentence, without key or text', async (status, sentence, cause) => {
  const body = { error: { message: `${SECRET}: green tea`, code: 'bad_input' } }
  const { embeddings, logged } = await given([refuseWith(status, body, { 'retry-after': '7' })])
  const failure = await failureOf(embeddings.embed(['green tea'], wanted()))
  expect(failure).toMatchObject({ kind: 'upstream', detail: sentence, retryAfterSeconds: 7 })
  expect((failure.cause as Error).message).toBe(cause)
  expect(logged).toHaveLength(1)
  expect(JSON.stringify([logged, failure, String(failure.cause)])).not.toMatch(/sk-a-secret|green tea/)
})

const garbled: [string, unknown][] = [
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['another shape', { vectors: [[1, 0]] }],
  ['too few vectors', { data: [] }],
  ['too many vectors', { data: [{ embedding: [1, 0] }, { embedding: [1, 0] }] }],
  ['a place that was not asked for', { data: [{ index: 5, embedding: [1, 0] }] }],
  ['what is no number', { data: [{ index: 0, embedding: ['1', null] }] }],
]
test.each(garbled)('an answer of %s is not taken for vectors', async (_what, body) => {
  const { embeddings } = await given([refuseWith(200, body)])
  const failure = await failureOf(embeddings.embed(['tea'], wanted()))
  expect(failure.detail).toBe('The embedding model sent an answer that cannot be understood')
})

test('vectors of another length than configured are refused', async () => {
  const { embeddings } = await given([answerWithVectors([1, 0, 0])])
  const failure = await failureOf(embeddings.embed(['tea'], wanted()))
  expect(failure.detail).toBe('The embedding model sends vectors of another length than configured')
})

test('a server that cannot be reached is a failure of its own', async () => {
  const { embeddings } = await given([], { baseUrl: 'http://127.0.0.1:1/v1' })
  const failure = await failureOf(embeddings.embed(['tea'], wanted()))
  expect(failure.detail).toBe('The embedding model cannot be reached')
  expect((failure.cause as Error).message).toBe('unreachable, ECONNREFUSED')
})

test('an answer that is cut off is a failure', async () => {
  const { embeddings } = await given([
    (line) => {
      line.send('{"data": [')
      setImmediate(() => line.cut())
    },
  ])
  const failure = await failureOf(embeddings.embed(['tea'], wanted()))
  expect(failure.detail).toMatch(/broke off|cannot be reached/)
})

test('a server that keeps silent is given up when its time is over', async () => {
  const { server, embeddings, limits } = await given([stallAfter()], { timeoutSeconds: 9 })
  const failing = failureOf(embeddings.embed(['tea'], wanted()))
  await expect.poll(() => server.asked.length).toBe(1)
  expect(limits.map(({ ms }) => ms)).toEqual([9000])
  limits[0]?.pass()
  expect((await failing).detail).toBe('The embedding model did not answer in time')
  await server.lines[0]?.closed
  expect(limits).toEqual([])
})

test('a caller who goes away ends the request, and nothing is logged', async () => {
  const { server, embeddings, limits, logged } = await given([stallAfter('{')])
  const caller = new AbortController()
  const failing = failureOf(embeddings.embed(['tea'], caller.signal))
  await expect.poll(() => server.asked.length).toBe(1)
  caller.abort(new Error('gone'))
  expect((await failing).message).toBe('gone')
  await server.lines[0]?.closed
  expect(limits).toEqual([])
  expect(logged).toEqual([])
})

test('a caller who is gone already asks nothing', async () => {
  const { server, embeddings } = await given([answerWithVectors([1, 0])])
  await expect(embeddings.embed(['tea'], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(server.asked).toEqual([])
})
