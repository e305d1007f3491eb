import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { VOICE_TIMINGS } from '../../../src/domain/voice/settings.js'
import { type Config, DEFAULT_CONFIG, readConfig } from '../../../src/runtime/config/config.js'
import { readLimits } from '../../../src/runtime/config/limits-config.js'
import { readReplyScript } from '../../../src/runtime/config/reply-script.js'

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-config-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** Reads one file and gives what it says, or the sentences it is refused with, without the folder's name. */
async function read<T>(text: string, reader: (path: string) => Promise<T>): Promise<T | string[]> {
  const folder = await folderWith({ 'file.yaml': text })
  return reader(join(folder, 'file.yaml')).catch((error: Error) =>
    error.message.replaceAll(`${folder}/`, '').split('\n'),
  )
}

const readWith =
  (env: Record<string, string | undefined> = {}) =>
  (path: string): Promise<Config> =>
    readConfig(path, env)

test('a configuration gives providers with their secrets and defaults', async () => {
  const folder = await folderWith({
    key: 'sk-from-file\n',
    'replies.yaml': 'replies: [{ pattern: "hello", reply: "Hi." }]',
    'parley.yaml': `
llm:
  default: claude
  providers:
    local:
      { kind: openai-compatible, baseUrl: http://127.0.0.1:11434/v1/, model: llama3.2, apiKeyEnv: LOCAL_KEY,
        firstTokenSeconds: 60, idleSeconds: 0.5, totalSeconds: 300, sendTemperature: false,
        maxTokensField: max_completion_tokens, headers: { X-Title: Parley } }
    claude: { kind: anthropic, model: some-claude, apiKeyFile: ./key }
    gem: { kind: google, model: some-gemini, apiKeyEnv: GEM_KEY }
  stub: { script: ./replies.yaml, pace: instant }
batches: { enabled: false }
stopSeconds: 30
drainSeconds: 5
identity: { issuer: https://id.example/, audience: parley }
`,
  })
  const config = await readConfig(join(folder, 'parley.yaml'), { LOCAL_KEY: 'sk-local', GEM_KEY: 'sk-gem' })
  const patience = { firstTokenSeconds: 30, idleSeconds: 15, totalSeconds: 120 }
  const rest = { baseUrlSource: 'default', headers: {}, sendTemperature: true, maxTokensField: 'max_tokens' }
  expect(config).toEqual({
    vision: { default: 'stub', providers: [] },
    tts: { default: 'builtin', providers: [], programs: [] },
    stt: { default: 'stub', providers: [], programs: [] },
    voice: VOICE_TIMINGS,
    embeddings: { kind: 'hash' },
    memories: { extraction: 'claude', isConfigured: false },
    model3d: {
      provider: 'stub',
      advance: 'polls',
      secondsPerStage: 5,
      fail: null,
      quota: Number.POSITIVE_INFINITY,
    },
    batches: { enabled: false },
    stopSeconds: 30,
    drainSeconds: 5,
    blobs: {},
    llm: {
      default: 'claude',
      providers: [
        {
          name: 'local',
          kind: 'openai-compatible',
          baseUrl: 'http://127.0.0.1:11434/v1',
          model: 'llama3.2',
          apiKey: 'sk-local',
          apiKeySource: 'LOCAL_KEY',
          apiKeyVariable: 'LOCAL_KEY',
          headers: { 'X-Title': 'Parley' },
          sendTemperature: false,
          maxTokensField: 'max_completion_tokens',
          patience: { firstTokenSeconds: 60, idleSeconds: 0.5, totalSeconds: 300 },
        },
        {
          ...rest,
          name: 'claude',
          kind: 'anthropic',
          baseUrl: 'https://api.anthropic.com/v1',
          model: 'some-claude',
          apiKey: 'sk-from-file',
          apiKeySource: './key',
          patience,
        },
        {
          ...rest,
          name: 'gem',
          kind: 'google',
          baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
          model: 'some-gemini',
          apiKey: 'sk-gem',
          apiKeySource: 'GEM_KEY',
          apiKeyVariable: 'GEM_KEY',
          patience,
        },
      ],
      stub: {
        script: { replies: [{ pattern: { exec: expect.any(Function) }, reply: 'Hi.', actions: [] }] },
        pace: 'instant',
      },
    },
    identity: { issuer: 'https://id.example/', audience: 'parley' },
  })
})

test('an empty configuration is the same as none', async () => {
  expect(await read('# nothing yet\n', readWith())).toEqual(DEFAULT_CONFIG)
})

test('without llm.default the first provider is the default', async () => {
  const text = 'llm: { providers: { a: { kind: openai-compatible, baseUrl: "http://x/v1", model: m } } }'
  expect(await read(text, readWith())).toMatchObject({ llm: { default: 'a' } })
})

test('every problem of a configuration is one sentence with its line', async () => {
  const text = `
llm:
  defualt: local
  providers:
    local:
      kind: openai-compatable
      modle: llama3.2
      idleSeconds: 0
    claude: { kind: anthropic, model: "" }
identity:
  issuer: [a]
`
  expect(await read(text, readWith())).toEqual([
    'file.yaml:3: llm.defualt is not a known key; did you mean default?',
    'file.yaml:5: llm.providers.local.model is missing.',
    'file.yaml:6: llm.providers.local.kind must be one of openai-compatible, openai, anthropic, google, ollama.',
    'file.yaml:7: llm.providers.local.modle is not a known key; did you mean model?',
    'file.yaml:8: llm.providers.local.idleSeconds must be a number of seconds above 0 and up to 60.',
    'file.yaml:9: llm.providers.claude.model must be some text.',
    'file.yaml:10: identity.audience is missing.',
    'file.yaml:11: identity.issuer must be an http or https address.',
  ])
})

test.each([
  ['llm: 3', 'file.yaml:1: llm must be a mapping.'],
  ['- llm', 'file.yaml: the file must be a mapping.'],
  ['identity: { audience: a }', 'file.yaml:1: identity.issuer is missing.'],
  [
    'identity: { issuer: id.example, audience: a }',
    'file.yaml:1: identity.issuer must be an http or https address.',
  ],
  ['llm:\n  a: 1\n  a: 2', 'file.yaml:3: Map keys must be unique.'],
  [
    'llm: { default: x',
    'file.yaml:1: Flow map in block collection must be sufficiently indented and end with a }.',
  ],
  [
    'shares: {}',
    'file.yaml:1: shares is not a known key; known here: llm, vision, tts, stt, voice, embeddings, memories, model3d, batches, stopSeconds, drainSeconds, store, standby, members, workers, blobs, identity.',
  ],
  ['batches: { enabled: 1 }', 'file.yaml:1: batches.enabled must be true or false.'],
  ...['0', '17', '1.5', 'two'].map((workers) => [
    `workers: ${workers}`,
    'file.yaml:1: workers must be a number from 1 to 16.',
  ]),
])('%j is refused with its reason', async (text, sentence) => {
  expect(await read(text, readWith())).toEqual([sentence])
})

const provider = (keys: string) => `llm: { providers: { p: { kind: openai-compatible, model: m, ${keys} } } }`

test.each([
  ['', 'baseUrl is missing.'],
  ['baseUrl: "ftp://x"', 'baseUrl must be an http or https address.'],
  ['baseUrl: "http://x", apiKey: sk-123', 'apiKey is not a known key; did you mean apiKeyEnv?'],
  ['baseUrl: "http://x", apiKeyEnv: UNSET', 'apiKeyEnv names UNSET, which is not set in the environment.'],
  ['baseUrl: "http://x", apiKeyEnv: EMPTY', 'apiKeyEnv names EMPTY, which is not set in the environment.'],
  [
    'baseUrl: "http://x", apiKeyEnv: BROKEN',
    'apiKeyEnv leads to a text that cannot be a key: it contains line breaks or other unprintable characters.',
  ],
  ['baseUrl: "http://x", apiKeyFile: ./none', 'apiKeyFile names none: there is no such file.'],
  ['baseUrl: "http://x", apiKeyFile: .', 'apiKeyFile names FOLDER: this is a folder, not a file.'],
  [
    'baseUrl: "http://x", apiKeyEnv: A, apiKeyFile: b',
    'apiKeyFile cannot be combined with apiKeyEnv; keep one of them.',
  ],
  ['baseUrl: "http://x", headers: { "X Y": z }', 'headers.X Y must be a header name and printable text.'],
])('a provider with %j is refused', async (keys, sentence) => {
  const env = { BROKEN: 'sk-1\nsk-2', EMPTY: '' }
  const refused = await read(provider(keys), readWith(env))
  expect((refused as string[]).map((line) => line.replace(/names \/\S+:/, 'names FOLDER:'))).toEqual([
    `file.yaml:1: llm.providers.p.${sentence}`,
  ])
})

test.each([
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['google', 'GEMINI_API_KEY or GOOGLE_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY'],
])('the kind %s needs a key, in the file or in %s', async (kind, usual) => {
  expect(await read(`llm: { providers: { p: { kind: ${kind}, model: m } } }`, readWith())).toEqual([
    `file.yaml:1: llm.providers.p.apiKeyEnv is missing; this kind needs apiKeyEnv or apiKeyFile, or ${usual} in the environment.`,
  ])
})

test('maxTokensField is refused where it would have no effect', async () => {
  const text =
    'llm: { providers: { p: { kind: google, model: m, apiKeyEnv: K, maxTokensField: max_completion_tokens } } }'
  expect(await read(text, readWith({ K: 'k' }))).toEqual([
    'file.yaml:1: llm.providers.p.maxTokensField is only for the kind openai-compatible.',
  ])
})

test.each(['default', 'stub', 'rules'])('no provider may be called %s', async (name) => {
  const text = `llm: { providers: { ${name}: { kind: openai-compatible, baseUrl: "http://x", model: m } } }`
  expect(await read(text, readWith())).toEqual([
    `file.yaml:1: llm.providers.${name} needs another name: default, stub and rules have a meaning of their own.`,
  ])
})

test('a default that is no provider is refused with the nearest name', async () => {
  const text =
    'llm: { default: locale, providers: { local: { kind: openai-compatible, baseUrl: "http://x", model: m } } }'
  expect(await read(text, readWith())).toEqual([
    'file.yaml:1: llm.default names locale, which is not a provider; did you mean local?',
  ])
})

test('a secret that is written into the file is never repeated', async () => {
  const text = provider('baseUrl: "http://x", apiKey: sk-secret, totalSeconds: sk-secret')
  expect(String(await read(text, readWith()))).not.toContain('sk-secret')
})

test('a file that is not there is named', async () => {
  await expect(readConfig('/nowhere/parley.yaml', {})).rejects.toMatchObject({
    kind: 'invalid',
    detail: '/nowhere/parley.yaml: there is no such file.',
  })
})

test('aliases that multiply without end are refused', async () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', ...'bcdefg'].map((name, at, all) => {
    const before = at === 1 ? 'a' : all[at - 1]
    return at === 0 ? name : `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`
  })
  expect(await read(bomb.join('\n'), readWith())).toEqual(['file.yaml: its aliases lead too far.'])
})

test('a reply script gives patterns that ignore case, replies and actions', async () => {
  const text = `
replies:
  - { pattern: '^wave', reply: 'Hello!', actions: [{ name: wave, arguments: { times: 2, big: true, hand: left } }] }
  - { pattern: 'être', reply: '' , actions: [{ name: nod }] }
`
  expect(await read(text, readReplyScript)).toEqual({
    replies: [
      {
        pattern: { exec: expect.any(Function) },
        reply: 'Hello!',
        actions: [{ name: 'wave', arguments: { times: 2, big: true, hand: 'left' } }],
      },
      { pattern: { exec: expect.any(Function) }, reply: '', actions: [{ name: 'nod', arguments: {} }] },
    ],
  })
})

test('every problem of a reply script is one sentence with its line', async () => {
  const text = `
replies:
  - { pattern: 'hi', repyl: 'Hello!' }
  - pattern: 'bye'
    reply: Bye
    actions:
      - { name: wave, arguments: { times: [2] } }
`
  expect(await read(text, readReplyScript)).toEqual([
    'file.yaml:3: replies[0].reply is missing.',
    'file.yaml:3: replies[0].repyl is not a known key; did you mean reply?',
    'file.yaml:7: replies[1].actions[0].arguments.times must be text, a number, or true or false.',
  ])
})

test('every pattern that does not compile is named', async () => {
  const text =
    "replies:\n  - { pattern: '(a', reply: x }\n  - { pattern: ok, reply: x }\n  - { pattern: '[', reply: x }"
  expect(await read(text, readReplyScript)).toEqual([
    'file.yaml:2: replies[0].pattern is not a regular expression: /(a/iu: Unterminated group.',
    'file.yaml:4: replies[2].pattern is not a regular expression: /[/iu: Unterminated character class.',
  ])
})

test('patterns that need backtracking are refused with their place', async () => {
  const patterns = ['(?=a)b', '(?<!a)b', '(a)\\\\1', 'a{1001}']
  const text = `replies:\n${patterns.map((pattern) => `  - { pattern: "${pattern}", reply: x }\n`).join('')}`
  expect(await read(text, readReplyScript)).toEqual(
    patterns.map((_, at) =>
      expect.stringMatching(
        new RegExp(
          `^file.yaml:${at + 2}: replies\\[${at}\\].pattern uses what is not supported, such as look-around`,
        ),
      ),
    ),
  )
})

test('no pattern of a reply script takes long, however it is written', async () => {
  const script = await read("replies: [{ pattern: '(a+)+$', reply: x }]", readReplyScript)
  const before = process.cpuUsage()
  expect('replies' in script && script.replies[0]?.pattern.exec(`${'a'.repeat(100_000)}b`)).toBeNull()
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})

test('patterns have groups, named ones too, match any case, and know letters of all scripts', async () => {
  const pattern = 'call me (?<name>\\p{Lu}\\p{L}+)|(\\d+) \\u00e9t\\u00e9s'
  const script = await read(`replies: [{ pattern: '${pattern}', reply: x }]`, readReplyScript)
  const [reply] = 'replies' in script ? script.replies : []
  expect(reply?.pattern.exec('Please CALL ME Élodie')?.groups?.['name']).toBe('Élodie')
  expect(reply?.pattern.exec('12 ÉTÉS')?.[2]).toBe('12')
})

test('the limits of the contract hold unless they are changed', async () => {
  const contract = {
    messagesPerMinute: 20,
    messageCharacters: 4000,
    sessionIdleSeconds: 1800,
    authenticateSeconds: 15,
    batchCharactersPerDay: 500,
    batchSubmitsPerHour: 20,
    runningBatches: 1,
    generationsPerHour: 50,
    manualMemoryWritesPerDay: 1000,
    shareOpensPerMinute: 10,
    shareOpensPerHour: 100,
    shareOpensPerDay: 500,
    permanentShares: 200,
    sessionsPerShare: 5,
    runningEncounters: 20,
  }
  const none = Number.POSITIVE_INFINITY
  expect(await readLimits('contract')).toEqual(contract)
  expect(await readLimits('off')).toEqual({
    messagesPerMinute: none,
    messageCharacters: 4000,
    sessionIdleSeconds: 1800,
    authenticateSeconds: 15,
    batchCharactersPerDay: none,
    batchSubmitsPerHour: none,
    runningBatches: none,
    generationsPerHour: none,
    manualMemoryWritesPerDay: none,
    shareOpensPerMinute: none,
    shareOpensPerHour: none,
    shareOpensPerDay: none,
    permanentShares: none,
    sessionsPerShare: none,
    runningEncounters: none,
  })
  expect(await read('messagesPerMinute: 100\nsessionIdleSeconds: 60', readLimits)).toEqual({
    ...contract,
    messagesPerMinute: 100,
    sessionIdleSeconds: 60,
  })
})

const RATES = [
  'messagesPerMinute',
  'batchCharactersPerDay',
  'batchSubmitsPerHour',
  'runningBatches',
  'generationsPerHour',
  'manualMemoryWritesPerDay',
  'shareOpensPerMinute',
  'shareOpensPerHour',
  'shareOpensPerDay',
  'permanentShares',
] as const

test.each(RATES)('a file may change %s, or lift it alone', async (name) => {
  expect(await read(`${name}: 3`, readLimits)).toEqual({ ...(await readLimits('contract')), [name]: 3 })
  const lifted = { ...(await readLimits('contract')), [name]: Number.POSITIVE_INFINITY }
  expect(await read(`${name}: off`, readLimits)).toEqual(lifted)
})

test.each(RATES.slice(1))('%s is a whole number from 1 to 10000', async (name) => {
  for (const wrong of ['0', '10001', '1.5', 'none', '-1', 'null']) {
    expect(await read(`${name}: ${wrong}`, readLimits)).toEqual([
      `file.yaml:1: ${name} must be a whole number from 1 to 10000, or off.`,
    ])
  }
})

test('limits out of bounds are refused with their bounds', async () => {
  const text =
    'messagesPerMinute: none\nmessageCharacters: 0\nsessionIdleSeconds: 604801\nauthenticateSecond: 3'
  expect(await read(text, readLimits)).toEqual([
    'file.yaml:1: messagesPerMinute must be a whole number of at least 1, or off.',
    'file.yaml:2: messageCharacters must be a whole number from 1 to 1000000.',
    'file.yaml:3: sessionIdleSeconds must be a number of seconds above 0 and up to 604800.',
    'file.yaml:4: authenticateSecond is not a known key; did you mean authenticateSeconds?',
  ])
})

const LOCAL =
  'llm: { default: DEFAULT, providers: { local: { kind: openai-compatible, baseUrl: "http://127.0.0.1/v1", model: m } } }'

test.each([
  ['', 'rules'],
  [LOCAL.replace('DEFAULT', 'local'), 'local'],
  [LOCAL.replace('DEFAULT', 'stub'), 'rules'],
  [`${LOCAL.replace('DEFAULT', 'stub')}\nmemories: { extraction: local }`, 'local'],
  [`${LOCAL.replace('DEFAULT', 'local')}\nmemories: { extraction: rules }`, 'rules'],
])('with %j memories are extracted by %s', async (text, extraction) => {
  expect(await read(text, readWith())).toMatchObject({ memories: { extraction } })
})

test('a provider of memories that there is not is refused', async () => {
  const text = `${LOCAL.replace('DEFAULT', 'local')}\nmemories: { extraction: locl }`
  expect(await read(text, readWith())).toEqual([
    'file.yaml:2: memories.extraction names locl, which is not a provider; did you mean local?',
  ])
})

test('a provider is held to the schema whatever its name', async () => {
  const text = 'llm: { default: "a\\nb", providers: { "a\\nb": { kind: 1 } } }'
  expect(String(await read(text, readWith()))).toContain('kind must be one of')
})

test('a file wrong in countless places, or in a very long one, is refused in few words', async () => {
  const broken = await read(`a: ${'[x}'.repeat(20_000)}`, readWith())
  expect(String(broken).length).toBeLessThan(20_000)
  expect((broken as string[]).at(-1)).toMatch(/^… and \d+ more lines$/)
  const unknown = await read(`${'k'.repeat(50_000)}: 1`, readWith())
  expect(String(unknown).length).toBeLessThan(2000)
})

test('a key that is a list or a mapping is refused, without a warning of Node beside it', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  expect(String(await read('? { a: 1 }\n: 1\n', readWith()))).toContain('is not a known key')
  // Warnings are emitted in the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  expect(warnings).toEqual([])
})
