import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { bin, jsonLines, parley, scratchFolder } from '../support/commands/cli.js'
import {
  answerWith,
  type ModelAnswer,
  refuseWith,
  startModelServer,
} from '../support/providers/model-server.js'
import { openAi } from '../support/providers/openai-server.js'
import { startSpeechServer } from '../support/providers/speech-server.js'
import { createTestServer } from '../support/servers/test-server.js'

const demo = new URL('../../fixtures/worlds/demo.yaml', import.meta.url).pathname
const KEY = 'sk-local-0123456789abcdef'

/** A configuration file whose language model is at `url`, and the folder that it is in. */
async function configured(url: string) {
  const cwd = scratchFolder()
  const provider = { kind: 'openai-compatible', baseUrl: `${url}/v1`, model: 'llama', apiKeyFile: 'key.txt' }
  await writeFile(join(cwd, 'key.txt'), KEY)
  await writeFile(
    join(cwd, 'parley.yaml'),
    stringify({ llm: { providers: { local: provider } }, memories: { extraction: 'rules' } }),
  )
  return { cwd, configFile: join(cwd, 'parley.yaml') }
}

/** A provider that gives this answer to everything, and a server that asks it. */
async function givenFailing(answer: ModelAnswer) {
  const provider = await startModelServer(Array.from({ length: 50 }, () => answer))
  onTestFinished(provider.close)
  const { cwd, configFile } = await configured(provider.url)
  const server = await createTestServer({ worldFiles: [demo], limits: 'off', logLevel: 'silent', configFile })
  onTestFinished(() => server.stop())
  const { baseUrl, apiKey, localSecret } = server.ready
  return {
    provider,
    server,
    cwd,
    configFile,
    env: { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey, PARLEY_LOCAL_SECRET: localSecret },
  }
}

const said = (message: string) => ({ error: { message, code: 'some_code' } })

test.each([
  [
    '401',
    refuseWith(401, said(`Incorrect API key: ${KEY}\u001b[2J`)),
    'Incorrect API key: [redacted]\\u001b[2J',
  ],
  ['404', refuseWith(404, said('There is no model llama')), 'It has no model llama: There is no model llama'],
  ['429', refuseWith(429, said('You exceeded your current quota')), 'You exceeded your current quota'],
])(
  'a chat through a provider that answers %s fails, and says what the provider says',
  async (status, answer, words) => {
    const { provider, env } = await givenFailing(answer)
    const { stdout, stderr, exitCode } = await parley(['chat', 'maren', '--message', 'Hello'], { env })
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain(`local (${provider.url}/v1, HTTP ${status}): ${words}`)
    const [, id] = /`parley doctor`[^`]+`parley turns show (\S+)`/.exec(stderr.replace(/\s+/g, ' ')) ?? []
    const { stdout: turn } = await parley(['turns', 'show', String(id)], { env })
    expect(turn).toMatch(/\nstate +failed: The language model /)
    const { stdout: trace } = await parley(['turns', 'show', '--json'], { env })
    expect(JSON.parse(trace).failure).toContain(`local (${provider.url}/v1, HTTP ${status}): `)
    expect(turn).toContain('INPUT\n  Hello\n')
    expect(stderr).not.toContain(KEY)
  },
)

test('a chat with a provider that is not there fails, and names its address', async () => {
  const { cwd, configFile } = await configured('http://127.0.0.1:1')
  const server = await createTestServer({ worldFiles: [demo], logLevel: 'silent', configFile })
  onTestFinished(() => server.stop())
  const { baseUrl, apiKey } = server.ready
  const env = { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey }
  const { stdout, exitCode } = await parley(['chat', 'maren', '--json'], {
    cwd,
    env,
    input: 'Hello\nAre you there?\n',
  })
  const [, ...turns] = jsonLines(stdout)
  expect({ exitCode, turns: turns.length }).toEqual({ exitCode: 1, turns: 3 })
  expect(turns[1]).toMatchObject({
    event: 'turn',
    error: expect.stringContaining('local (http://127.0.0.1:1/v1, ECONNREFUSED)'),
  })
  expect(turns[2]).toMatchObject({
    error: { code: 'turn_failed', message: expect.stringContaining('2 turns') },
  })
})

test('a comparison may name a provider of the configuration of the server', async () => {
  const { provider, env } = await givenFailing(answerWith(...openAi.say('Ahoy.'), ...openAi.stop()))
  const args = [
    'chat',
    'maren',
    '--against-llm',
    'local:other',
    '--message',
    'Hello',
    '--show',
    'cost',
    '--json',
  ]
  const { stdout, exitCode } = await parley(args, { env })
  expect(exitCode).toBe(0)
  const turns = jsonLines(stdout).filter((line) => (line as { event?: string }).event === 'turn')
  expect(turns).toMatchObject([
    { side: 'a', reply: 'Ahoy.', trace: { provider: 'local', model: 'llama', cost: null } },
    { side: 'b', reply: 'Ahoy.', trace: { provider: 'local', model: 'other', cost: null } },
  ])
  expect(provider.asked.map(({ body }) => body['model']).sort()).toEqual(['llama', 'other'])
})

test('a chat with a character that is not there says how to find those that are', async () => {
  const { env } = await givenFailing(refuseWith(500, said('no')))
  const { stderr, exitCode } = await parley(['chat', 'zzz', '--message', 'Hello'], { env })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('`parley characters list`')
})

test('a spoken turn whose model fails is a failure, and nothing is said', async () => {
  const { env, cwd } = await givenFailing(refuseWith(401, said('Incorrect API key')))
  await parley(['say', 'maren', 'Hello', '--data-layer', '--out', 'q.wav'], { cwd, env })
  const args = ['chat', 'maren', '--voice', '--in', 'q.wav', '--out', 'a.wav']
  const { stdout, stderr, exitCode } = await parley(args, { cwd, env })
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: 'You: Hello' })
  expect(stderr.replace(/\s+/g, ' ').match(/Incorrect API key/g)).toHaveLength(1)
  expect(stderr).toContain('parley doctor')
})

test('a recogniser that fails is named with its address and its words', async () => {
  const stt = await startSpeechServer(
    (response) => void response.writeHead(500).end('{"error":{"message":"No GPU is free"}}'),
  )
  onTestFinished(stt.close)
  const cwd = scratchFolder()
  await writeFile(
    join(cwd, 'parley.yaml'),
    stringify({
      stt: { providers: { ears: { kind: 'openai-compatible', baseUrl: `${stt.url}/v1`, model: 'm' } } },
    }),
  )
  const configFile = join(cwd, 'parley.yaml')
  const server = await createTestServer({ worldFiles: [demo], logLevel: 'silent', configFile })
  onTestFinished(() => server.stop())
  const env = { PARLEY_BASE_URL: server.ready.baseUrl, PARLEY_API_KEY: server.ready.apiKey }
  await parley(['say', 'maren', 'Hello', '--out', 'q.wav'], { cwd, env })
  const args = ['chat', 'maren', '--voice', '--in', 'q.wav', '--out', 'a.wav']
  const { stderr, exitCode } = await parley(args, { cwd, env })
  expect(exitCode).toBe(1)
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    `The recogniser failed: ears (${stt.url}/v1, HTTP 500): No GPU is free`,
  )
  expect(stderr).not.toContain('stub')
})

test('a voice that fails is named with its address and its words', async () => {
  const tts = await startSpeechServer(
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  )
  onTestFinished(tts.close)
  const server = await createTestServer({ worldFiles: [demo], logLevel: 'silent', tts: `${tts.url}/v1#m` })
  onTestFinished(() => server.stop())
  const env = { PARLEY_BASE_URL: server.ready.baseUrl, PARLEY_API_KEY: server.ready.apiKey }
  const { stderr, exitCode } = await parley(['say', 'maren', 'Hello', '--out', 'z.wav'], {
    env,
    cwd: scratchFolder(),
  })
  expect(exitCode).toBe(1)
  expect(stderr).toContain(
    `The voice answered with a web page: ${tts.url.slice(7)} (${tts.url}/v1, HTTP 200)`,
  )
})

test('a transcript says that a turn failed, and puts no words into the mouth of the character', async () => {
  const { env, cwd } = await givenFailing(refuseWith(401, said('Incorrect API key')))
  await parley(['chat', 'maren', '--message', 'Hello', '--transcript', 'talk.txt'], { cwd, env })
  expect(await readFile(join(cwd, 'talk.txt'), 'utf8')).toMatch(
    /^You: Hello\n\[failed: The language model .+\]\n$/,
  )
})

test('a reply that breaks off is shown as far as it came, and fails', async () => {
  const { env } = await givenFailing(answerWith(...openAi.say('The tower')))
  const { stdout, stderr, exitCode } = await parley(['chat', 'maren', '--message', 'Hello'], { env })
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: 'The tower …' })
  expect(stderr).toContain('parley turns show')
})

test('a load test counts failed turns by cause, says what the provider says, and exits with 1', async () => {
  const { provider, cwd, env } = await givenFailing(refuseWith(401, said('Incorrect API key')))
  const scenario = {
    character: 'maren',
    load: { arrivalsPerSecond: 8, spacing: 'even' },
    duration: '500ms',
    steps: [{ text: 'Hello' }],
  }
  await writeFile(join(cwd, 'rush.yaml'), stringify(scenario))
  const { stdout, exitCode } = await parley(['loadtest', 'rush.yaml', '--json'], { cwd, env })
  const result = JSON.parse(stdout)
  expect(exitCode).toBe(1)
  expect(result.failures).toContainEqual({
    error: 'model_failed',
    count: 3,
    second: expect.any(Number),
    message: expect.stringContaining(`local (${provider.url}/v1, HTTP 401): Incorrect API key`),
  })
})

test('exec keeps the exit code of the command, and names providers that failed', async () => {
  const { provider, configFile } = await givenFailing(refuseWith(401, said('Incorrect API key')))
  const script = `${process.execPath} ${bin} chat maren --message Hello --json; ${process.execPath} ${bin} chat maren --message Hi --json; exit 0`
  const { stderr, exitCode } = await parley([
    'exec',
    '--demo',
    '--config',
    configFile,
    '--',
    'sh',
    '-c',
    script,
  ])
  expect(exitCode).toBe(0)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    `Warning: A language model failed 2 times: local at ${provider.url}/v1 (wrong_key, HTTP 401, some_code)`,
  )
})

/** A provider of speech at this address. */
const speech = (url: string, kind = 'openai-compatible') => ({
  providers: { studio: { kind, baseUrl: `${url}/v1`, model: 'm' } },
})
const runExec = async (config: object, script: string) => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'parley.yaml'), stringify(config))
  const flags = ['--demo', '--pace', 'instant', '--config', join(cwd, 'parley.yaml')]
  const { stderr } = await parley(['exec', ...flags, '--', 'sh', '-c', script], { cwd })
  return stderr.split('\n').filter((line) => line.startsWith('Warning: A provider of'))
}
const run = (...args: string[]) => [process.execPath, bin, ...args].join(' ')

test('exec names a voice that failed with its address and its status', async () => {
  const provider = await startSpeechServer((response) => void response.writeHead(401).end('no'))
  onTestFinished(provider.close)
  const warnings = await runExec(
    { tts: speech(provider.url) },
    `${run('say', 'maren', 'Hello', '--out', 'a.wav')}; exit 0`,
  )
  expect(warnings).toEqual([
    `Warning: A provider of voices failed once: studio at ${provider.url}/v1 (wrong_key, HTTP 401)`,
  ])
})

test.each([
  ['openai-compatible', 'unreachable, ECONNREFUSED'],
  ['streaming', 'unreachable'],
])('exec names a recogniser (%s) that is not there with its address', async (kind, facts) => {
  const warnings = await runExec(
    { stt: speech(kind === 'streaming' ? 'http://ann:secret@127.0.0.1:1' : 'http://127.0.0.1:1', kind) },
    `${run('say', 'maren', 'Hello', '--out', 'q.wav')}; ${run('chat', 'maren', '--voice', '--in', 'q.wav', '--out', 'a.wav')}; exit 0`,
  )
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Warning: A provider of speech recognition failed (once|\d+ times): studio at http:\/\/127\.0\.0\.1:1\/v1 \(/,
    ),
  ])
  expect(warnings[0]).toContain(`(${facts})`)
})
