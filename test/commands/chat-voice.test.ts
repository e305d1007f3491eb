import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { toBase64 } from '../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../src/audio/pcm.js'
import { concatSamples } from '../../src/audio/resample.js'
import { readWav, writeWav } from '../../src/audio/wav.js'
import { createClient } from '../../src/client/create-client.js'
import { createCharacter } from '../../src/contract/index.js'
import { jsonLines, parley, parleyProcess, scratchFolder } from '../support/commands/cli.js'
import { folderOfPrograms, playerScript } from '../support/commands/programs.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'
import { runConcurrently } from '../support/run-concurrently.js'
import { startTestServer } from '../support/servers/test-server.js'
import { silence } from '../support/speech/sound.js'
import { decodeStubSpeechWav, speakAsStub } from '../support/speech/stub-speech.js'

const ID = '11111111-1111-4111-8111-111111111111'
const QUESTION = 'What colour is the lamp?'
const SECOND = 'Who are you?'

/** A real server with a character of few words. */
async function givenServer() {
  const server = await startTestServer({ seed: '7' })
  await createClient(server.ready).call(createCharacter, {
    body: { persona: { name: 'Mira', background: 'The lamp is red.' }, text_only: false },
  })
  return ['--base-url', server.ready.baseUrl, '--api-key', server.ready.apiKey]
}

async function saysARecording() {
  const cwd = scratchFolder()
  const where = await givenServer()
  await writeFile(join(cwd, 'in.wav'), writeWav(48_000, toPcm16(speakAsStub(QUESTION, 48_000))))
  const files = ['--in', 'in.wav', '--out', 'out.wav', '--transcript', 'talk.jsonl']
  const args = ['chat', 'Mira', '--voice', '--data-layer', ...files]
  const { stdout, stderr, exitCode } = await parley([...args, ...where], { cwd })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  const [you, mira, ...rest] = stdout.split('\n')
  expect(you).toBe(`You: ${QUESTION}`)
  expect(mira).toMatch(/^Mira: .*red/)
  expect(rest).toEqual([])
  const reply = await decodeStubSpeechWav(await readFile(join(cwd, 'out.wav')))
  expect(`Mira: ${reply}`).toBe(mira)
  expect(jsonLines(await readFile(join(cwd, 'talk.jsonl'), 'utf8'))).toMatchObject([
    { input: QUESTION, reply, interrupted: false },
  ])
}

async function waitsForEachAnswer() {
  const where = await givenServer()
  const both = concatSamples([speakAsStub(QUESTION), silence(16_000), speakAsStub(SECOND)])
  const PATH = await folderOfPrograms({ play: playerScript(24_000) })
  const { stdout, exitCode } = await parleyProcess(
    ['chat', 'Mira', '--voice', '--in', '-', '--json', ...where],
    {
      input: toPcm16(both),
      env: { PATH },
    },
  )
  expect(exitCode).toBe(0)
  const [session, ...events] = jsonLines(stdout)
  expect(session).toMatchObject({ event: 'session' })
  expect(events).toMatchObject([
    { event: 'heard', text: QUESTION },
    {
      event: 'turn',
      input: QUESTION,
      interrupted: false,
      error: null,
      sound: { samples: expect.any(Number) },
    },
    { event: 'heard', text: SECOND },
    { event: 'turn', input: SECOND, interrupted: false },
  ])
}

test('a recording is said in its own time, and so is the answer', () =>
  runConcurrently([
    ['its words are told exactly, and the answer sounds as it reads', saysARecording],
    ['each turn waits for the answer before it; --json tells all on lines', waitsForEachAnswer],
  ]))

const sound = (seconds: number) => toBase64(toPcm16(new Float32Array(24_000 * seconds).fill(0.1)))

/** A service that hears one thing as soon as sound comes, and then does as `answer` says. */
const serviceThat = (answer: (socket: Socket) => void) => {
  const heard: unknown[][] = []
  return fakeRealtime(
    (socket) => {
      welcome(socket)
      let has = false
      socket.onAny((name, ...payload) => {
        if (name !== 'stream_audio') heard.push([name, ...payload.filter((it) => typeof it !== 'function')])
        payload.at(-1)?.call?.(undefined, {})
        if (name !== 'stream_audio' || has) return
        has = true
        heard.push([name])
        socket.emit('stt_response', { text: 'Hello', is_final: true })
        answer(socket)
      })
    },
    () => ({ body: { id: ID, name: 'Mira', text_only: false } }),
    { pingInterval: 50 },
  ).then((service) => ({ ...service, heard }))
}
/** All of it is sent before the service tells that it has heard: what comes after that would be waited for. */
const loud = { input: toPcm16(new Float32Array(1600).fill(0.5)) }
const voice = (baseUrl: string, ...more: readonly string[]) => [
  'chat',
  ID,
  '--voice',
  '--in',
  '-',
  '--base-url',
  baseUrl,
  ...more,
]

test('an interrupted answer is told and written as far as it was heard', async () => {
  const cwd = scratchFolder()
  let answered = 0
  const { baseUrl, sockets, heard } = await serviceThat((socket) => {
    answered = performance.now()
    socket.emit('bot_response', { message_id: 'm', text: 'Once upon', is_final: false })
    socket.emit('bot_voice', { message_id: 'm', audio: sound(20), sample_rate: 24_000, is_final: false })
    const interrupt = () => setTimeout(() => socket.emit('interrupt', { message_id: 'm' }), 300)
    // The second ping is sent after the sound: who answers it has the sound, and plays.
    socket.conn.once('heartbeat', () => socket.conn.once('heartbeat', interrupt))
  })
  const run = await parley(voice(baseUrl, '--out', 'a.wav', '--headphones'), { ...loud, cwd })
  expect(run).toEqual({ stdout: 'You: Hello\nMira: Once upon …', stderr: '', exitCode: 0 })
  const { samples } = readWav(await readFile(join(cwd, 'a.wav')))
  expect(samples.length / 24_000).toBeGreaterThan(0.2)
  expect(samples.length / 24_000).toBeLessThan((performance.now() - answered) / 1000)
  expect(samples.length / 24_000).toBeLessThan(20)
  expect(heard.map(([name]) => name)).toEqual(['start_voice', 'stream_audio', 'audio_playback_complete'])
  expect(sockets[0]?.handshake.auth['capabilities']).toMatchObject({ microphone: true, speaker: true })
})

test('of an interrupted answer with captions as much is told as was spoken', async () => {
  const { baseUrl } = await serviceThat((socket) => {
    const voice = { message_id: 'm', sample_rate: 24_000, is_final: false }
    socket.emit('bot_response', { message_id: 'm', text: 'Once upon a time', is_final: false })
    socket.emit('bot_voice', { ...voice, audio: sound(0.1), text_end: 4 })
    socket.emit('bot_voice', { ...voice, audio: sound(20), text_end: 16 })
    const interrupt = () => setTimeout(() => socket.emit('interrupt', { message_id: 'm' }), 300)
    // The second ping is sent after the sound: who answers it has the sound, and plays.
    socket.conn.once('heartbeat', () => socket.conn.once('heartbeat', interrupt))
  })
  const run = await parley(voice(baseUrl, '--out', 'a.wav', '--headphones'), {
    ...loud,
    cwd: scratchFolder(),
  })
  expect(run).toEqual({ stdout: 'You: Hello\nMira: Once …', stderr: '', exitCode: 0 })
})

test('a recording with a pause waits for a service that tells late what it has heard', async () => {
  const order: string[] = []
  const { baseUrl } = await fakeRealtime(
    (socket) => {
      welcome(socket)
      socket.on('start_voice', (_, acknowledge) => acknowledge())
      let words = 0
      let silentChunks = 0
      socket.on('stream_audio', ({ audio }: { audio: string }) => {
        const isLoud = fromPcm16(Buffer.from(audio, 'base64')).some((sample) => sample > 0.1)
        silentChunks = isLoud ? 0 : silentChunks + 1
        words += isLoud ? 1 : 0
        if (isLoud) order.push(`part ${words}`)
        // Its recogniser is 600 ms behind an endpoint of 500 ms; the pause of the recording has 900 ms.
        if (silentChunks !== 11) return
        order.push('told')
        socket.emit('stt_response', { text: `Words ${words}`, is_final: true })
        socket.emit('bot_response', { message_id: `m${words}`, text: 'Hm.', is_final: true })
        socket.emit('bot_voice', {
          ...{ message_id: `m${words}`, audio: sound(0.1), sample_rate: 24_000, is_final: true },
        })
      })
    },
    () => ({ body: { id: ID, name: 'Mira', text_only: false } }),
  )
  const word = new Float32Array(1600).fill(0.5)
  const input = toPcm16(concatSamples([word, new Float32Array(14_400), word]))
  const run = await parley(voice(baseUrl, '--out', 'a.wav'), { input, cwd: scratchFolder() })
  expect(run).toMatchObject({ exitCode: 0, stdout: 'You: Words 1\nMira: Hm.\nYou: Words 2\nMira: Hm.' })
  expect(order).toEqual(['part 1', 'told', 'part 2', 'told'])
})

test('when the loudspeaker has played, the service is told', async () => {
  const { baseUrl, heard } = await serviceThat((socket) => {
    socket.emit('bot_voice', { message_id: 'm', audio: sound(0.1), sample_rate: 24_000, is_final: true })
    socket.emit('bot_response', { message_id: 'm', text: 'Hi', is_final: true })
  })
  const PATH = await folderOfPrograms({ aplay: playerScript(24_000) })
  expect(await parley(voice(baseUrl), { ...loud, env: { PATH } })).toMatchObject({ exitCode: 0, stderr: '' })
  expect(fromPcm16(await readFile(join(PATH, 'played')))).toHaveLength(2400)
  expect(heard.at(-1)).toEqual(['audio_playback_complete', { message_id: 'm' }])
})

test('an answer that never comes, nothing understood, and a server that goes away each end with what was wrong', async () => {
  const never = await serviceThat(() => undefined)
  expect(await parley(voice(never.baseUrl, '--timeout', '1', '--out', 'a.wav'), loud)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('did not answer in time'),
  })
  const lost = await serviceThat((socket) => socket.disconnect(true))
  expect(await parley(voice(lost.baseUrl, '--out', 'a.wav'), loud)).toMatchObject({ exitCode: 7 })
  const deaf = await fakeRealtime(
    (socket) => {
      welcome(socket)
      socket.on('start_voice', (_, acknowledge) => acknowledge())
    },
    () => ({ body: { id: ID, name: 'Mira', text_only: false } }),
  )
  const silent = { input: new Uint8Array(3200) }
  expect(await parley(voice(deaf.baseUrl, '--out', 'a.wav'), silent)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^Error: Nothing was understood\n/),
  })
})

test('what cannot work is refused before anything is said', async () => {
  const { baseUrl, sockets } = await serviceThat(() => undefined)
  const refused = (...args: readonly string[]) => parley(['chat', ID, ...args, '--base-url', baseUrl])
  expect(await refused('--voice')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('Give a recording with --in FILE.wav'),
  })
  expect(await refused('--voice', '--in', '-', '--out', '-')).toMatchObject({ exitCode: 2 })
  expect(await refused('--voice', '--message', 'Hi')).toMatchObject({ exitCode: 2 })
  expect(await refused('--in', 'a.wav')).toMatchObject({ exitCode: 2 })
  expect(sockets).toEqual([])
  expect(await refused('--voice', '--in', 'none.wav')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Cannot read none.wav'),
  })
})
