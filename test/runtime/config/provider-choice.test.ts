import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/runtime/config/config.js'
import {
  ollamaAddress,
  readProviderChoice,
  shownChoice,
} from '../../../src/runtime/config/provider-choice.js'
import { StartError } from '../../../src/runtime/process/start-error.js'
import { type ModelAnswer, startModelServer } from '../../support/providers/model-server.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

const KEYS = { OPENAI_API_KEY: 'sk-one', ANTHROPIC_API_KEY: 'sk-two', GOOGLE_API_KEY: 'g-three' }
const given = { env: KEYS, known: ['claude'] }

describe('a choice of a provider', () => {
  test.each([
    ['stub', { name: 'stub' }],
    ['claude', { name: 'claude', model: undefined }],
    ['claude:big', { name: 'claude', model: 'big' }],
    [
      'ollama:llama3.2:1b',
      {
        name: 'ollama',
        provider: {
          kind: 'ollama',
          model: 'llama3.2:1b',
          baseUrl: 'http://127.0.0.1:11434',
          baseUrlSource: 'default',
        },
      },
    ],
    [
      'ollama',
      {
        name: 'ollama',
        provider: { kind: 'ollama', baseUrl: 'http://127.0.0.1:11434', baseUrlSource: 'default' },
      },
    ],
    ['openai:m', { name: 'openai', provider: { kind: 'openai', model: 'm', apiKeyEnv: 'OPENAI_API_KEY' } }],
    [
      'anthropic:m',
      { name: 'anthropic', provider: { kind: 'anthropic', model: 'm', apiKeyEnv: 'ANTHROPIC_API_KEY' } },
    ],
    ['google:m', { name: 'google', provider: { kind: 'google', model: 'm', apiKeyEnv: 'GOOGLE_API_KEY' } }],
    [
      'http://127.0.0.1:8080/v1#org/m%3Aone',
      {
        name: '127.0.0.1:8080',
        provider: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:8080/v1', model: 'org/m:one' },
      },
    ],
    [
      'https://models.example/v1/',
      {
        name: 'models.example',
        provider: { kind: 'openai-compatible', baseUrl: 'https://models.example/v1' },
      },
    ],
  ])('%s names it, its model and where it is', (text, chosen) => {
    expect(readProviderChoice('llm', text, given)).toEqual(chosen)
  })

  test.each([
    ['opnai:m', 'there is no provider opnai', 'Did you mean openai?'],
    ['llama3.2', 'there is no provider llama3.2', 'Did you mean ollama:llama3.2?'],
    ['llama3.2:1b', 'there is no provider llama3.2', 'Did you mean ollama:llama3.2:1b?'],
    ['claude-x-1', 'there is no provider claude-x-1', 'Did you mean anthropic:claude-x-1?'],
    ['ollama:', 'no model stands behind the colon', 'ollama'],
    ['stub:m', 'stub has no models', 'stub'],
    ['http://ada:pw@127.0.0.1/v1#m', 'an address must not contain a user or a password', 'apiKeyEnv'],
    ['http://127.0.0.1:8080/v1:m', 'behind a #', 'http://127.0.0.1:8080/v1#m'],
    ['ftp://127.0.0.1/v1#m', 'is not an http or https address', 'http://127.0.0.1:8080/v1#MODEL'],
    ['__proto__:m', 'there is no provider __proto__', 'ollama:MODEL'],
  ])('%s is refused with what to do', (text, problem, hint) => {
    const refused = readProviderChoice('llm', text, given)
    expect(refused).toEqual({
      problem: expect.stringContaining(problem),
      hint: expect.stringContaining(hint),
    })
  })

  test.each([
    ['tts', 'anthropic:m'],
    ['stt', 'google:m'],
    ['tts', 'ollama'],
    ['embeddings', 'anthropic:m'],
  ] as const)('--%s %s is refused with those who can', (role, text) => {
    const refused = readProviderChoice(role, text, given)
    expect(refused).toMatchObject({ hint: expect.stringContaining('These can: ') })
    expect(refused).toMatchObject({ hint: expect.stringContaining('openai:MODEL') })
  })

  test.each([
    ['openai:m', 'OPENAI_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['google:m', 'GEMINI_API_KEY'],
  ])('%s without a key names %s', (text, variable) => {
    expect(readProviderChoice('llm', text, { env: { [variable]: ' ' }, known: [] })).toEqual({
      problem: expect.stringContaining(variable),
      hint: expect.stringContaining(`Set ${variable}`),
    })
  })

  test.each([
    [
      'tts',
      'piper:/voices/lessac.onnx',
      { name: 'piper', program: { kind: 'piper', model: '/voices/lessac.onnx' } },
    ],
    [
      'stt',
      'whisper-cli:C:\\ggml.bin',
      { name: 'whisper-cli', program: { kind: 'whisper-cli', model: 'C:\\ggml.bin' } },
    ],
    [
      'tts',
      'piper',
      { problem: 'piper needs the file of a model', hint: expect.stringContaining('piper:FILE') },
    ],
    [
      'stt',
      'piper:m',
      { problem: 'there is no provider piper', hint: expect.stringContaining('whisper-cli:FILE') },
    ],
    [
      'llm',
      'piper:m',
      { problem: 'there is no provider piper', hint: expect.stringContaining('ollama:MODEL') },
    ],
  ] as const)('--%s %s', (role, text, chosen) => {
    expect(readProviderChoice(role, text, given)).toEqual(chosen)
  })

  test.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['box.lan:5000', 'http://box.lan:5000'],
    ['https://box.lan/ollama/', 'https://box.lan/ollama'],
    ['http://', null],
    ['http://ada:pw@box.lan', null],
  ])('OLLAMA_HOST %s is read as Ollama does', (host, address) => {
    expect(ollamaAddress(host)).toBe(address)
  })

  test('a password is not shown', () => {
    expect(shownChoice('http://ada:secret@127.0.0.1/v1#m')).not.toContain('secret')
  })
})

describe('flags, variables and the file', () => {
  const file = async (text: string) => {
    const path = join(await temporaryFolder(), 'parley.yaml')
    await writeFile(path, text)
    return path
  }
  const PROVIDERS =
    'providers: { claude: { kind: anthropic, model: small, price: { input: 3, output: 15 } } }'

  test('say the same thing in the same words', async () => {
    const byFlag = await readConfig(undefined, KEYS, { llm: { text: 'openai:m', source: '--llm' } })
    const byFile = await readConfig(await file('llm: { default: openai:m }'), KEYS)
    expect(byFile).toEqual(byFlag)
    expect(byFlag.llm).toMatchObject({
      default: 'openai',
      providers: [{ kind: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'm', apiKey: 'sk-one' }],
    })
    expect(byFlag.memories.extraction).toBe('openai')
  })

  test('a choice wins over the file, whose other providers stay', async () => {
    const path = await file(`llm: { default: claude, ${PROVIDERS} }`)
    const { llm } = await readConfig(path, KEYS, { llm: { text: 'ollama:m', source: 'PARLEY_LLM' } })
    expect(llm.default).toBe('ollama')
    expect(llm.providers.map(({ name }) => name)).toEqual(['claude', 'ollama'])
  })

  test('a choice may name a provider of the file and another model of it', async () => {
    const path = await file(`llm: { ${PROVIDERS} }`)
    const { llm } = await readConfig(path, KEYS, { llm: { text: 'claude:big', source: '--llm' } })
    expect(llm).toMatchObject({
      default: 'claude',
      providers: [{ name: 'claude', model: 'big', price: { input: 3, output: 15, currency: 'USD' } }],
    })
  })

  test('voices, recognisers and embeddings of a vendor have the shape of OpenAI', async () => {
    const choice = (text: string) => ({ text, source: '--x' })
    const config = await readConfig(undefined, KEYS, {
      tts: choice('openai'),
      stt: choice('http://127.0.0.1:9/v1#whisper'),
      embeddings: choice('ollama:nomic-embed-text'),
      vision: choice('google:m'),
    })
    expect(config.tts.providers).toMatchObject([
      { name: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o-mini-tts', apiKey: 'sk-one' },
    ])
    expect(config.stt).toMatchObject({ default: '127.0.0.1:9', providers: [{ model: 'whisper' }] })
    expect(config.embeddings).toMatchObject({
      ...{ kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' },
      ...{ model: 'nomic-embed-text', dimensions: 768 },
    })
    expect(config.vision.providers).toMatchObject([{ kind: 'google', apiKey: 'g-three' }])
  })

  test('a voice and a recogniser need no model: their provider is asked when they are needed', async () => {
    const { tts, stt } = await readConfig(undefined, KEYS, {
      tts: { text: 'http://127.0.0.1:9/v1', source: '--tts' },
      stt: { text: 'http://127.0.0.1:9/v1', source: '--stt' },
    })
    expect(tts.providers).toMatchObject([{ name: '127.0.0.1:9', model: undefined }])
    expect(stt.providers).toMatchObject([{ name: '127.0.0.1:9', model: undefined }])
  })

  const ofOllama = async (answers: readonly ModelAnswer[], names: readonly string[]) => {
    const models = names.map((name) => ({ name, modified_at: '2026-01-01T00:00:00Z' }))
    const server = await startModelServer(answers, (line) => line.refuse(200, { models }))
    onTestFinished(server.close)
    return { server, env: { ...KEYS, OLLAMA_HOST: server.url } }
  }
  const vector =
    (length: number): ModelAnswer =>
    (line) =>
      line.refuse(200, { data: [{ index: 0, embedding: Array.from({ length }, () => 0.5) }] })

  test('embeddings without a model are the best that the provider has', async () => {
    const { server, env } = await ofOllama([], ['llama3.2:latest', 'nomic-embed-text:latest'])
    const choices = { embeddings: { text: 'ollama', source: '--embeddings' } }
    const { embeddings } = await readConfig(undefined, env, choices)
    expect(embeddings).toMatchObject({
      model: 'nomic-embed-text',
      dimensions: 768,
      baseUrl: `${server.url}/v1`,
    })
    expect(server.asked).toEqual([])
  })

  test('the length of the vectors of an unusual model is measured', async () => {
    const { server, env } = await ofOllama([vector(12)], [])
    const choices = { embeddings: { text: 'ollama:strange-embed', source: '--embeddings' } }
    const { embeddings } = await readConfig(undefined, env, choices)
    expect(embeddings).toMatchObject({ model: 'strange-embed', dimensions: 12 })
    expect(server.asked).toMatchObject([{ path: '/v1/embeddings', body: { model: 'strange-embed' } }])
  })

  test.each([
    ['ollama', ['llama3.2'], [], 'it has no model for embeddings', 'ollama:MODEL'],
    ['ollama:odd', [], [vector(0)], 'odd gave no vector to measure: garbled', 'dimensions'],
    ['ollama:odd', [], [vector(8193)], 'odd gave no vector to measure: garbled', 'dimensions'],
  ] as const)('embeddings %s of a provider with %j that cannot give them stop the start', async (...row) => {
    const [text, names, answers, problem, hint] = row
    const { env } = await ofOllama(answers, names)
    const reading = readConfig(undefined, env, { embeddings: { text, source: '--embeddings' } })
    await expect(reading).rejects.toMatchObject({
      message: `--embeddings ${text}: ${problem}.`,
      hint: expect.stringContaining(hint),
    })
  })

  test.each([
    [{ embeddings: { text: 'ollama:strange', source: '--embeddings' } }, '--embeddings ollama:strange: '],
    [{ embeddings: { text: 'ollama', source: 'PARLEY_EMBEDDINGS' } }, 'PARLEY_EMBEDDINGS ollama: '],
    [{ llm: { text: 'http://a:hush@127.0.0.1/v1#m', source: '--llm' } }, '--llm http://…@127.0.0.1/v1#m: '],
  ])('a choice that cannot be used stops the start: %j', async (choices, beginning) => {
    const env = { ...KEYS, OLLAMA_HOST: '127.0.0.1:9' }
    const refused: unknown = await readConfig(undefined, env, choices).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect((refused as StartError).message.startsWith(beginning)).toBe(true)
    expect(`${(refused as StartError).message}${(refused as StartError).hint}`).not.toContain('hush')
  })
})
