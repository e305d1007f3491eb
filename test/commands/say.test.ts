import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Socket } from 'socket.io'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBase64 } from '../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../src/audio/pcm.js'
import { readWav } from '../../src/audio/wav.js'
import { createClient } from '../../src/client/create-client.js'
import { createCharacter, listCharacters, listMessages } from '../../src/contract/index.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { bin, cleanEnv, parley, scratchFolder } from '../support/commands/cli.js'
import { folderOfPrograms, playerScript } from '../support/commands/programs.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'
import { runConcurrently } from '../support/run-concurrently.js'
import { createTestServer } from '../support/servers/test-server.js'
import { decodeStubSpeech, decodeStubSpeechWav } from '../support/speech/stub-speech.js'

const LINE = 'Mind the third step.'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ seed: '7', limits: 'off' })
  for (const [name, text_only] of [
    ['Mira', false],
    ['Silent', true],
  ] as const)
    await createClient(server.ready).call(createCharacter, { body: { persona: { name }, text_only } })
})
afterAll(() => server.stop())

const here = () => ['--base-url', server.ready.baseUrl, '--api-key', server.ready.apiKey]
const say = (args: readonly string[], options = {}) =>
  parley(['say', ...args, '--data-layer', ...here()], options)

test('a line is written as a WAV file that holds exactly its words, and is kept as heard', async () => {
  const cwd = scratchFolder()
  const { stdout, stderr } = await say(['Mira', LINE, '--out', 'a.wav', '--player-id', 'ada', '--json'], {
    cwd,
  })
  expect(stderr).toBe('')
  const bytes = await readFile(join(cwd, 'a.wav'))
  const { samples, sampleRate } = readWav(bytes)
  const told = JSON.parse(stdout)
  expect(told).toEqual({
    messageId: expect.any(String),
    file: 'a.wav',
    rate: 24_000,
    samples: samples.length,
    duration: Number((samples.length / 24_000).toFixed(3)),
    firstSoundMs: expect.any(Number),
  })
  expect(sampleRate).toBe(24_000)
  expect(await decodeStubSpeechWav(bytes)).toBe(LINE)

  const client = createClient(server.ready)
  const { characters } = await client.call(listCharacters, { query: { search: 'Mira' } })
  const params = { characterId: characters[0]?.id ?? '', playerId: 'ada' }
  const { messages } = await client.call(listMessages, { params, query: {} })
  expect(messages.map(({ role, content }) => [role, content])).toEqual([['assistant', LINE]])
})

async function writesToStandardOutput(rate: number): Promise<void> {
  const { stdout, exitCode } = await execa(
    process.execPath,
    [bin, 'say', 'Mira', LINE, '--out', '-', '--rate', `${rate}`, '--data-layer', ...here()],
    { env: cleanEnv(), extendEnv: false, encoding: 'buffer', input: '' },
  )
  expect(exitCode).toBe(0)
  expect(readWav(stdout).sampleRate).toBe(rate)
  expect(await decodeStubSpeechWav(stdout)).toBe(LINE)
}

async function plays(): Promise<void> {
  const PATH = await folderOfPrograms({
    ffplay: 'echo no device >&2; exit 1',
    aplay: `echo "$@" > $FOLDER/args; ${playerScript(16_000)}`,
  })
  const { stdout, exitCode } = await say(['Mira', LINE, '--rate', '16000'], { env: { PATH } })
  expect({ stdout, exitCode }).toEqual({
    stdout: expect.stringMatching(/^Said: \d\.\d seconds at 16000 Hz$/),
    exitCode: 0,
  })
  expect(await readFile(join(PATH, 'args'), 'utf8')).toBe('-q -t raw -f S16_LE -c 1 -r 16000 -\n')
  expect(await decodeStubSpeech(fromPcm16(await readFile(join(PATH, 'played'))), 16_000)).toBe(LINE)
}

test('a line goes to standard output and nothing else does, or plays as it comes', () =>
  runConcurrently([
    ['at 8000 Hz', () => writesToStandardOutput(8000)],
    ['at 16000 Hz', () => writesToStandardOutput(16_000)],
    ['at 48000 Hz', () => writesToStandardOutput(48_000)],
    ['without --out, with the first program that works', plays],
  ]))

test('a file that is there stays, unless --force says otherwise', async () => {
  const cwd = scratchFolder()
  await say(['Mira', 'One.', '--out', 'a.wav'], { cwd })
  const again = await say(['Mira', 'Two.', '--out', 'a.wav'], { cwd })
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The file a.wav already exists'),
  })
  await say(['Mira', 'Two.', '--out', 'a.wav', '--force'], { cwd })
  expect(await decodeStubSpeechWav(await readFile(join(cwd, 'a.wav')))).toBe('Two.')
})

test('a text-only character, nothing to say, and JSON beside sound are refused with what to do', async () => {
  expect(await say(['Silent', LINE, '--out', '-'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^Error: Silent is text-only\nGive it a voice: parley characters update /),
  })
  expect(await say(['Mira', '  '])).toMatchObject({ exitCode: 2, stderr: 'Error: There is nothing to say' })
  expect(await say(['Mira', LINE, '--out', '-', '--json'])).toMatchObject({ exitCode: 2 })
})

test('where nothing plays it says what to install, and where nothing works what went wrong', async () => {
  const none = await say(['Mira', LINE], { env: { PATH: await folderOfPrograms({}) } })
  expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--out FILE.wav') })
  const PATH = await folderOfPrograms({ play: 'echo "no default device" >&2; exit 2' })
  expect(await say(['Mira', 'Hi.'], { env: { PATH } })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('No program can play here (play: no default device)'),
  })
})

const sound = (count: number) => toBase64(toPcm16(new Float32Array(count).fill(0.1)))
const answering = (answer: (socket: Socket) => void) =>
  fakeRealtime(
    (socket) => {
      welcome(socket)
      socket.on('say_line', () => answer(socket))
    },
    () => ({ body: { id: 'c1', name: 'Mira', text_only: false } }),
  )
const ID = '11111111-1111-4111-8111-111111111111'

test('sound that another service sends behind the text is waited for', async () => {
  const { baseUrl } = await answering((socket) => {
    socket.emit('bot_response', { message_id: 'm', text: LINE, is_final: true })
    setTimeout(() => {
      for (const is_final of [false, true])
        socket.emit('bot_voice', { message_id: 'm', audio: sound(100), sample_rate: 22_050, is_final })
    }, 200)
  })
  const { stdout } = await parley(['say', ID, LINE, '--out', 'a.wav', '--json', '--base-url', baseUrl])
  expect(JSON.parse(stdout)).toMatchObject({ rate: 22_050, samples: 200 })
})

test.each([
  ['an interrupt', 'Interrupted', (socket: Socket) => socket.emit('interrupt', { message_id: 'm' })],
  [
    'a voice that fails',
    'The voice failed',
    (socket: Socket) => socket.emit('voice_error', { error: 'voice_failed', message: 'The voice failed' }),
  ],
  [
    'a text without sound',
    'The line came as text only',
    (socket: Socket) => socket.emit('bot_response', { message_id: 'm', text: LINE, is_final: true }),
  ],
])('%s is a failure, and no file is left', async (_, message, answer) => {
  const cwd = scratchFolder()
  const { baseUrl } = await answering(answer)
  const { stderr, exitCode } = await parley(['say', ID, LINE, '--out', 'a.wav', '--base-url', baseUrl], {
    cwd,
  })
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(`Error: ${message}`), exitCode: 1 })
  await expect(readFile(join(cwd, 'a.wav'))).rejects.toThrow('ENOENT')
})
