import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ProviderStatus, ServerSetting } from '../../src/contract/providers.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import {
  answerWith,
  type ModelAnswer,
  refuseWith,
  startModelServer,
} from '../support/providers/model-server.js'
import { openAi } from '../support/providers/openai-server.js'
import { createTestServer } from '../support/servers/test-server.js'

const demo = new URL('../../fixtures/worlds/demo.yaml', import.meta.url).pathname
const KEY = 'sk-key-0123456789abcdef'
const LIST = refuseWith(200, { data: [{ id: 'big' }, { id: 'small' }, { id: 'embed-1' }] })
const TAGS = refuseWith(200, { models: [{ name: 'llama3.2:latest' }, { name: 'mistral:7b' }] })

/** A server that was started with a real model by one option. */
async function given(list: ModelAnswer, model: string) {
  const provider = await startModelServer([answerWith(...openAi.say('Ahoy.'), ...openAi.stop())], list)
  onTestFinished(provider.close)
  const llm = `${provider.url}/v1${model}`
  const server = await createTestServer({ worldFiles: [demo], logLevel: 'silent', llm })
  onTestFinished(() => server.stop())
  const { baseUrl, apiKey, localSecret } = server.ready
  const env = { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey, PARLEY_LOCAL_SECRET: localSecret }
  return { provider, server, env, address: `${provider.url}/v1`, name: provider.url.slice('http://'.length) }
}

test('an address is enough for a real model, and the server says which one it found', async () => {
  const { env, name, provider } = await given(LIST, '')
  const talk = await parley(['chat', 'maren', '--message', 'Hello'], { env })
  expect(talk).toMatchObject({ exitCode: 0, stdout: 'Ahoy.' })
  expect(provider.asked[0]?.body['model']).toBe('big')

  const { stdout, exitCode } = await parley(['models'], { env })
  expect(exitCode).toBe(0)
  expect(stdout).toContain(`language model: ${name}: big of 2, answered in `)
  expect(stdout).toContain('  * big\n    small\n')
  expect(stdout).not.toContain('embed-1')

  const doctor = await parley(['doctor'], { env })
  expect(doctor.stdout).toContain(`${name}: big of 2, answered in `)
})

test('a model that the provider does not have is told, with those that it has', async () => {
  const { env, name, address } = await given(LIST, '#smal')
  const { stdout, exitCode } = await parley(['models'], { env })
  expect(exitCode).toBe(1)
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `language model: ${name} (${address}): It has no model smal -> Did you mean`,
  )
  expect(stdout).toContain('Did you mean small? There are big, small.')
  const doctor = await parley(['doctor', '--json'], { env })
  expect(doctor.exitCode).toBe(1)
  expect(JSON.parse(doctor.stdout)).toMatchObject({
    checks: expect.arrayContaining([
      { name: 'language model', status: 'fail', message: expect.any(String), hint: expect.any(String) },
    ]),
  })
})

/** A server whose routes begin at /v1, as llama.cpp's do; anything else is unknown there. */
const belowV1: ModelAnswer = (line, { path }) =>
  path === '/v1/models' ? LIST(line, { path, port: 0, headers: {}, body: {} }) : line.refuse(404, 'not found')

test('an address without /v1 is told at once, with the address that was probably meant', async () => {
  const provider = await startModelServer([], belowV1)
  onTestFinished(provider.close)
  const server = await createTestServer({ logLevel: 'silent', llm: `${provider.url}#big` })
  onTestFinished(() => server.stop())
  const [status] = await server.checkProviders()
  expect(status).toMatchObject({
    status: 'failed',
    problem: `It has no list of models here, but at ${provider.url}/v1`,
    hint: `Did you mean ${provider.url}/v1#big?`,
  })
  const { stdout, exitCode } = await parley(['models', `${provider.url}#big`], { cwd: scratchFolder() })
  expect(exitCode).toBe(1)
  expect(stdout.replace(/\s+/g, ' ')).toContain(`Did you mean ${provider.url}/v1#big?`)
})

test('a server without a list of models is not said to have answered', async () => {
  const { env, name, address } = await given(refuseWith(404, 'not found'), '#some')
  const { stdout, exitCode } = await parley(['models'], { env })
  expect(exitCode).toBe(0)
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `language model: ${name}: some (${address}): It has no list of models: not checked`,
  )
  expect(stdout).not.toContain('answered in')
  const doctor = await parley(['doctor', '--json'], { env })
  expect(JSON.parse(doctor.stdout)).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ name: 'language model', status: 'warn' })]),
  })
})

test('a provider is shown with all of its models by what they can do, a flag with those of its role', async () => {
  const models = ['big', 'embed-1', 'tts-1', 'whisper-1', 'sora'].map((id) => ({ id }))
  const provider = await startModelServer([], refuseWith(200, { data: models }))
  onTestFinished(provider.close)
  const run = async (...args: string[]) =>
    (await parley(['models', ...args], { cwd: scratchFolder() })).stdout
  expect((await run(`${provider.url}/v1`)).split('\n').slice(1)).toEqual([
    ...['  * big', '  voices', '    tts-1', '  recognisers of speech', '    whisper-1'],
    ...['  embeddings', '    embed-1', '  others', '    sora'],
  ])
  const [first, ...rest] = (await run('--tts', `${provider.url}/v1`)).split('\n')
  expect(first).toContain('voice: ')
  expect(rest).toEqual(['  * tts-1'])
})

test('a provider that is down does not stop the start; turns fail visibly until it answers', async () => {
  const { env, provider, server } = await given(LIST, '')
  await provider.close()
  const [status] = await server.checkProviders()
  expect(status).toMatchObject({
    ...{ role: 'llm', status: 'failed', isModelChosen: true, model: null },
    problem: 'It cannot be reached (ECONNREFUSED)',
    hint: expect.stringContaining('Check that a server runs at'),
  })
  const { stderr, exitCode } = await parley(['chat', 'maren', '--message', 'Hello'], { env })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('The language model cannot be reached')
})

test('models asks any provider from here, without a server', async () => {
  const provider = await startModelServer([], TAGS)
  onTestFinished(provider.close)
  const env = { OLLAMA_HOST: provider.url, OPENAI_API_KEY: KEY }
  const { stdout } = await parley(['models', 'ollama', '--json'], { env, cwd: scratchFolder() })
  const { providers } = JSON.parse(stdout) as { providers: ProviderStatus[] }
  expect(providers).toEqual([
    {
      ...{ role: 'llm', name: 'ollama', kind: 'ollama', isDefault: true, address: provider.url },
      ...{ model: 'llama3.2', isModelChosen: true, status: 'ok', ms: expect.any(Number) },
      ...{ models: ['llama3.2', 'mistral:7b'], problem: null, hint: null },
      offers: [{ role: 'llm', models: ['llama3.2', 'mistral:7b'] }],
    },
  ])
})

test('config show tells what is in force and where it comes from, without keys', async () => {
  const env = { PARLEY_LLM: 'openai:some-model', OPENAI_API_KEY: KEY }
  const args = ['config', 'show', '--vision', 'stub', '--json']
  const { stdout, stderr } = await parley(args, { env, cwd: scratchFolder() })
  const { settings } = JSON.parse(stdout) as { settings: ServerSetting[] }
  expect(settings).toEqual(
    expect.arrayContaining([
      { key: 'llm', value: 'openai', source: 'PARLEY_LLM' },
      { key: 'llm.providers.openai.model', value: 'some-model', source: 'PARLEY_LLM' },
      { key: 'llm.providers.openai.apiKey', value: 'set, not shown', source: 'OPENAI_API_KEY' },
      { key: 'vision', value: 'stub', source: '--vision' },
      { key: 'tts', value: 'builtin', source: 'default' },
    ]),
  )
  expect(stdout + stderr).not.toContain(KEY)
})

test.each([
  [{}, 'http://127.0.0.1:11434', 'default'],
  [{ OLLAMA_HOST: '127.0.0.1:9999' }, 'http://127.0.0.1:9999', 'OLLAMA_HOST'],
])('config show tells where the address of Ollama comes from: %j', async (env, address, source) => {
  const args = ['config', 'show', '--llm', 'ollama:m', '--embeddings', 'ollama:all-minilm', '--json']
  const { stdout } = await parley(args, { env, cwd: scratchFolder() })
  const { settings } = JSON.parse(stdout) as { settings: ServerSetting[] }
  expect(settings).toEqual(
    expect.arrayContaining([
      { key: 'llm.providers.ollama.baseUrl', value: address, source },
      { key: 'llm.providers.ollama.model', value: 'm', source: '--llm' },
      { key: 'embeddings.baseUrl', value: `${address}/v1`, source },
      { key: 'memories.extraction', value: 'ollama', source: 'default' },
    ]),
  )
})

test('config show tells that the file says who extracts memories', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'parley.yaml'), 'memories: { extraction: rules }')
  const args = ['config', 'show', '--config', 'parley.yaml', '--llm', 'ollama:m', '--json']
  const { settings } = JSON.parse((await parley(args, { cwd })).stdout) as { settings: ServerSetting[] }
  expect(settings).toContainEqual({ key: 'memories.extraction', value: 'rules', source: 'parley.yaml' })
})

test('config show with a flag of a file tells what the environment says, too', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'parley.yaml'), 'memories: { extraction: rules }')
  const env = { PARLEY_DATA_DIR: 'elsewhere', PARLEY_PORT: '4999', PARLEY_LOG_LEVEL: 'info' }
  const { stdout } = await parley(['config', 'show', '--config', 'parley.yaml', '--json'], { cwd, env })
  const { settings } = JSON.parse(stdout) as { settings: ServerSetting[] }
  expect(settings).toEqual(
    expect.arrayContaining([
      { key: 'data-dir', value: join(cwd, 'elsewhere'), source: 'PARLEY_DATA_DIR' },
      { key: 'port', value: '4999', source: 'PARLEY_PORT' },
      { key: 'log-level', value: 'info', source: 'PARLEY_LOG_LEVEL' },
      { key: 'host', value: '127.0.0.1', source: 'default' },
    ]),
  )
})

test('config show asks the server that runs', async () => {
  const { env, address, name } = await given(LIST, '#small')
  const { stdout } = await parley(['config', 'show', '--json'], { env })
  const { settings } = JSON.parse(stdout) as { settings: ServerSetting[] }
  expect(settings).toEqual(
    expect.arrayContaining([
      { key: 'llm', value: name, source: '--llm' },
      { key: `llm.providers.${name}.baseUrl`, value: address, source: '--llm' },
    ]),
  )
})

test('models blames the word that was typed, and no variable', async () => {
  const { stderr } = await parley(['models', 'openai'], { cwd: scratchFolder() })
  expect(stderr).toContain('models openai: openai needs an API key')
  expect(stderr).not.toContain('PARLEY_LLM')
  expect(stderr).not.toContain('start again')
})

test('a start that a key is missing for names its variable, and changes nothing', async () => {
  const { stderr, exitCode } = await parley(['serve', '--llm', 'anthropic:m', '--port', '0'], {
    cwd: scratchFolder(),
  })
  expect(exitCode).not.toBe(0)
  expect(stderr).toContain('--llm anthropic:m: anthropic needs an API key, and ANTHROPIC_API_KEY is not set')
})
