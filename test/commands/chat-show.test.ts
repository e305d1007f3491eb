import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { toPcm16 } from '../../src/audio/pcm.js'
import { writeWav } from '../../src/audio/wav.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { jsonLines, parley, scratchFolder } from '../support/commands/cli.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'
import { answerWith, startModelServer } from '../support/providers/model-server.js'
import { openAi } from '../support/providers/openai-server.js'
import { environmentOf } from '../support/servers/knowledge-server.js'
import { createTestServer, rest } from '../support/servers/test-server.js'
import { speakAsStub } from '../support/speech/stub-speech.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ clock: '2030-01-31T09:00:00.000Z', logLevel: 'silent' })
  const made = await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Mira', background: 'The lamp is red.' },
    text_only: false,
  })
  const { id } = made.body as { id: string }
  const memory = { content: 'The player likes green tea', memoryType: 'preference' }
  await rest(server, 'POST', `/api/v1/characters/${id}/players/ada/memories`, memory)
})
afterAll(() => server.stop())

const chat = (args: readonly string[], options = {}) =>
  parley(['chat', 'Mira', '--player-id', 'ada', ...args], { env: environmentOf(server), ...options })

test('--show tells of each reply on standard error what was asked for, and nothing else', async () => {
  const message = ['--message', 'Shall I make some tea?']
  const { stdout, stderr, exitCode } = await chat([...message, '--show', 'memories,times'])
  expect(exitCode).toBe(0)
  expect(stdout).not.toContain('memories')
  expect(stderr).toMatch(/^memories {2}2030-01-31: The player likes green tea \(\d\.\d\d\)\n/)
  expect(stderr).toMatch(/\ntimes {5}first text after [\d.]+ m?s; context [\d.]+ m?s, model waits/)
  expect(stderr).not.toContain('cost')
  expect((await chat([...message, '--show', ' cost ,cost'])).stderr).toMatch(
    /^cost {2}none: the stub costs nothing; tokens: \d+ in the prompt/,
  )
  expect((await chat(message)).stderr).toBe('')
})

test('under --json the line of the turn has the figures of its trace', async () => {
  const { stdout, stderr } = await chat(['--json', '--show', 'memories,cost'], { input: 'Hello\nTea?\n' })
  expect(stderr).toBe('')
  const turns = jsonLines(stdout).filter((line) => (line as { event: string }).event === 'turn')
  expect(turns).toHaveLength(2)
  for (const turn of turns) {
    const { messageId, trace } = turn as { messageId: string; trace: object }
    expect(trace).toEqual({
      messageId,
      memories: expect.any(Array),
      tokens: { request: expect.any(Number), reply: expect.any(Number) },
      usage: null,
      cost: null,
    })
  }
  const { stdout: plain } = await chat(['--json', '--message', 'Hello'])
  expect(jsonLines(plain)[1]).not.toHaveProperty('trace')
})

test('by voice the figures follow each reply', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'in.wav'), writeWav(48_000, toPcm16(speakAsStub('Who are you?', 48_000))))
  const { stderr, exitCode } = await chat(
    ['--voice', '--in', 'in.wav', '--out', 'out.wav', '--show', 'times'],
    { cwd },
  )
  expect(exitCode).toBe(0)
  expect(stderr).toMatch(/^times {2}first audio after [\d.]+ m?s; end of speech [\d.]+ m?s, /)
})

test.each([
  ['time', 'There is no "time"', 'Did you mean times?'],
  ['', 'There is no ""', 'There are times, memories, cost.'],
  ['times,,cost', 'There is no ""', 'There are times, memories, cost.'],
  ['everything', 'There is no "everything"', 'There are times, memories, cost.'],
])('--show %j is refused before anything is said', async (names, message, hint) => {
  const { stdout, stderr, exitCode } = await chat(['--message', 'Hello', '--show', names])
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr.toLowerCase()).toBe(`error: --show: ${message}\n${hint}`.toLowerCase())
})

test('a service that explains no turns is not talked to with --show', async () => {
  const { baseUrl, sockets } = await fakeRealtime(
    (socket) => welcome(socket),
    ({ url }) =>
      url.includes('/auth/') || url.includes('token')
        ? { body: { idToken: 'id.of.someone', expiresIn: 3600 } }
        : { status: 404, body: { detail: 'Not Found' } },
  )
  const { stdout, stderr, exitCode } = await parley([
    'chat',
    '11111111-1111-4111-8111-111111111111',
    '--message',
    'Hi',
    '--show',
    'times',
    '--base-url',
    baseUrl,
  ])
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  expect(stderr).toContain(`The service at ${baseUrl} explains no turns`)
  expect(sockets).toEqual([])
})

test('a price in the file becomes the cost of each reply, by the tokens that the provider has counted', async () => {
  const model = await startModelServer([answerWith(...openAi.say('Tea it is.'), ...openAi.stop())])
  onTestFinished(model.close)
  const cwd = scratchFolder()
  const configFile = join(cwd, 'parley.yaml')
  const provider = {
    ...{ kind: 'openai-compatible', baseUrl: `${model.url}/v1`, model: 'm' },
    price: { input: 30_000, output: 250_000, currency: 'EUR' },
  }
  await writeFile(configFile, JSON.stringify({ llm: { providers: { local: provider } } }))
  const priced = await createTestServer({ configFile, logLevel: 'silent' })
  onTestFinished(() => priced.stop())
  await rest(priced, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const env = environmentOf(priced)

  // 9 tokens of 0.03 EUR and 4 of 0.25 EUR.
  const { stderr } = await parley(['chat', 'Mira', '-m', 'Tea?', '--show', 'cost'], { env })
  expect(stderr).toMatch(/^cost {2}1\.27 EUR; tokens: 9 in the prompt, 4 in the reply$/)
  const { stdout } = await parley(['turns', 'show', 'last', '--json'], { env })
  expect(JSON.parse(stdout)).toMatchObject({
    usage: { input: 9, output: 4 },
    cost: { amount: 1.27, currency: 'EUR', isEstimated: false },
  })
  expect((await parley(['turns', 'show', 'last'], { env })).stdout).toMatch(/\ncost +1\.27 EUR\n/)
})
