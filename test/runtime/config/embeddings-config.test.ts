import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/runtime/config/config.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createEmbeddings } from '../../../src/runtime/services/search-engine.js'
import { loadTokenizer } from '../../support/memories/search.js'
import { startModelServer } from '../../support/providers/model-server.js'
import { answerWithVectors } from '../../support/providers/openai-embeddings.js'
import { startTestServer, temporaryFolder } from '../../support/servers/test-server.js'

async function written(text: string) {
  const folder = await temporaryFolder()
  const path = join(folder, 'parley.yaml')
  await writeFile(path, text)
  return { folder, path }
}

async function read(text: string, env: Record<string, string> = {}) {
  const { folder, path } = await written(text)
  return { folder, embeddings: (await readConfig(path, env)).embeddings }
}

const tokenizer = await loadTokenizer()
const silent = () => undefined
const deps = {
  tokenizer,
  timers: createTimers(),
  log: { debug: silent, info: silent, warn: silent, error: silent },
}

test('without a section the embeddings are those without a model', async () => {
  expect((await read('llm: {}')).embeddings).toEqual({ kind: 'hash' })
  expect((await read('embeddings: { kind: hash }')).embeddings).toEqual({ kind: 'hash' })
})

test('an OpenAI-compatible server is read with its key and its defaults', async () => {
  const { embeddings } = await read(
    'embeddings: { kind: openai-compatible, baseUrl: "http://127.0.0.1:9/v1/", model: m, dimensions: 384, apiKeyEnv: KEY }',
    { KEY: 'sk-1' },
  )
  expect(embeddings).toEqual({
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'm',
    dimensions: 384,
    apiKey: 'sk-1',
    headers: {},
    sendDimensions: false,
    timeoutSeconds: 30,
  })
})

test('a local model lies in a folder beside the file', async () => {
  const { folder, embeddings } = await read(
    'embeddings: { kind: local, folder: models, model: maker/small, dimensions: 384 }',
  )
  expect(embeddings).toEqual({
    kind: 'local',
    folder: join(folder, 'models'),
    model: 'maker/small',
    dimensions: 384,
  })
})

const openAi = 'kind: openai-compatible, baseUrl: "http://127.0.0.1:9", model: m, dimensions: 3'
test.each([
  ['{ kind: word2vec }', 'embeddings.kind must be one of hash, openai-compatible, local.'],
  ['{}', 'embeddings.kind is missing.'],
  ['{ kind: hash, modle: x }', 'embeddings.modle is not a known key; did you mean model?'],
  ['{ kind: hash, model: x }', 'embeddings.model is not for the kind hash.'],
  ['{ kind: openai-compatible }', 'embeddings.baseUrl is missing; the kind openai-compatible needs it.'],
  ['{ kind: local, model: m }', 'embeddings.folder is missing; the kind local needs it.'],
  [`{ ${openAi}, folder: x }`, 'embeddings.folder is not for the kind openai-compatible.'],
  [
    '{ kind: local, folder: x, model: m, dimensions: 3, apiKeyEnv: K }',
    'embeddings.apiKeyEnv is not for the kind local.',
  ],
  [`{ ${openAi}, apiKeyEnv: NONE }`, 'embeddings.apiKeyEnv names NONE, which is not set in the environment.'],
  [
    `{ ${openAi}, headers: { "a b": c } }`,
    'embeddings.headers.a b must be a header name and printable text.',
  ],
  [
    '{ kind: openai-compatible, baseUrl: ftp://x, model: m, dimensions: 3 }',
    'embeddings.baseUrl must be an http or https address.',
  ],
  [
    '{ kind: local, folder: x, model: m, dimensions: 0 }',
    'embeddings.dimensions must be a whole number from 1 to 8192.',
  ],
  [
    `{ ${openAi}, timeoutSeconds: 0 }`,
    'embeddings.timeoutSeconds must be a number of seconds above 0 and up to 3600.',
  ],
])('%s is refused by name', async (section, sentence) => {
  await expect(read(`embeddings: ${section}`)).rejects.toThrow(`parley.yaml:1: ${sentence}`)
})

test('the configured embeddings are the ones that are made', async () => {
  const server = await startModelServer([answerWithVectors([0, 2])])
  onTestFinished(server.close)
  const { embeddings } = await read(
    `embeddings: { kind: openai-compatible, baseUrl: "${server.url}/v1", model: m, dimensions: 2 }`,
  )
  const running = await createEmbeddings(embeddings, deps)
  onTestFinished(running.close)
  expect(await running.embed(['tea'], new AbortController().signal)).toEqual([Float32Array.of(0, 1)])

  const hash = await createEmbeddings({ kind: 'hash' }, deps)
  expect(hash.id).toMatch(/^hash-/)
  await hash.close()
})

test('a local model that cannot be had is told when it is made', async () => {
  const settings = { kind: 'local', folder: '/nowhere', model: 'm', dimensions: 2 } as const
  await expect(createEmbeddings(settings, deps)).rejects.toMatchObject({ kind: 'unavailable' })
})

test('the ready line says which embeddings there are', async () => {
  const { path } = await written(`embeddings: { ${openAi} }`)
  const [plain, configured] = await Promise.all([startTestServer(), startTestServer({ configFile: path })])
  expect(plain.ready.providers).toMatchObject({ embeddings: 'hash' })
  expect(configured.ready.providers).toMatchObject({ embeddings: 'openai-compatible' })
})
