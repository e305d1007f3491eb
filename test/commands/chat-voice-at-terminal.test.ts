import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { toBase64 } from '../../src/audio/base64.js'
import { folderOfPrograms } from '../support/commands/programs.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'
const AUDIO = toBase64(new Uint8Array(9600).fill(16))

/** Hears 'tell me' when the button is let go, and answers aloud, without an end. */
async function givenService() {
  const heard: string[] = []
  let pieces = 0
  const service = await fakeRealtime(
    (socket: Socket) => {
      welcome(socket)
      socket.onAny((name, ...payload) => {
        if (name === 'stream_audio') pieces += 1
        else heard.push(name)
        if (name === 'stream_audio') socket.emit('stt_response', { text: 'tell', is_final: false })
        if (name === 'stop_voice') {
          socket.emit('stt_response', { text: 'tell me', is_final: true })
          socket.emit('bot_voice', { message_id: 'm', audio: AUDIO, sample_rate: 24_000, is_final: false })
          socket.emit('bot_response', { message_id: 'm', text: 'Once upon a time', is_final: true })
        }
        if (name === 'client_interrupt') socket.emit('interrupt', { message_id: 'm' })
        payload.at(-1)?.call?.(undefined, {})
      })
    },
    () => ({ body: { id: ID, name: 'Mira', text_only: false } }),
  )
  return { ...service, heard, pieces: () => pieces }
}

/** A microphone that hums, and a loudspeaker that never comes to an end. */
const PROGRAMS = {
  arecord:
    'echo $$ > $FOLDER/arecord.pid; while :; do /usr/bin/head -c 3200 /dev/zero | /usr/bin/tr "\\0" "\\20"; /bin/sleep 0.05; done',
  aplay: 'echo $$ > $FOLDER/aplay.pid; exec /bin/cat > $FOLDER/played',
}

/** Resolves once the loudspeaker has been given something: a shell that is killed sooner never tells its number. */
async function isPlaying(folder: string): Promise<void> {
  const played = async () => (await stat(join(folder, 'played')).catch(() => undefined))?.size ?? 0
  while ((await played()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Resolves once the program has ended; one that nobody has asked about yet counts. */
async function isGone(folder: string, name: string): Promise<void> {
  const pid = (await readFile(join(folder, `${name}.pid`), 'utf8')).trim()
  for (;;) {
    const { stdout } = await execa('ps', ['-o', 'stat=', '-p', pid], { reject: false })
    if (stdout.trim() === '' || stdout.trim().startsWith('Z')) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('the space bar opens the microphone, the answer plays, Ctrl-C stops it, q leaves and takes its programs along', async () => {
  const { baseUrl, heard, pieces } = await givenService()
  const PATH = await folderOfPrograms(PROGRAMS)
  const terminal = parleyAtTerminal(['chat', ID, '--voice', '--base-url', baseUrl], { PATH, NO_COLOR: '1' })
  await terminal.shows(/hold the space bar to speak/)
  await terminal.shows(/\[#+ *\]$/)
  expect(pieces()).toBe(0)
  terminal.type(' ')
  await terminal.shows(/\[#+ *\] REC {2}tell$/)
  terminal.type(' ')
  await terminal.shows(/you> tell me\nMira: Once upon a time\n/)
  expect(pieces()).toBeGreaterThan(0)
  await isPlaying(PATH)
  terminal.type('\u0003')
  while (!heard.includes('client_interrupt')) await new Promise((resolve) => setTimeout(resolve, 20))
  terminal.type('q')
  expect(await terminal.exit).toBe(0)
  expect(heard.filter((name) => name !== 'audio_playback_complete')).toEqual([
    'start_voice',
    'stop_voice',
    'client_interrupt',
  ])
  for (const row of terminal.lines()) expect(row.length).toBeLessThanOrEqual(80)
  await isGone(PATH, 'arecord')
  await isGone(PATH, 'aplay')
})

test('with headphones the microphone is open at once, and Ctrl-C at rest leaves with 130', async () => {
  const { baseUrl, heard, pieces } = await givenService()
  const PATH = await folderOfPrograms(PROGRAMS)
  const args = ['chat', ID, '--voice', '--headphones', '--base-url', baseUrl]
  const terminal = parleyAtTerminal(args, { PATH })
  await terminal.shows(/\] open tell$/)
  expect(heard).toEqual(['start_voice'])
  expect(pieces()).toBeGreaterThan(0)
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(130)
  await isGone(PATH, 'arecord')
})

test('where nobody understands people it says so, and opens no microphone', async () => {
  const { baseUrl } = await fakeRealtime(
    (socket: Socket) => void welcome(socket, { speech_recognition: 'data_layer' }),
    () => ({ body: { id: ID, name: 'Mira', text_only: false } }),
  )
  const PATH = await folderOfPrograms({ ...PROGRAMS, arecord: 'echo used > $FOLDER/microphone' })
  const terminal = parleyAtTerminal(['chat', ID, '--voice', '--base-url', baseUrl], { PATH })
  expect(await terminal.exit).toBe(1)
  const shown = terminal.lines().join(' ')
  expect(shown).toContain('This server does not understand people who speak')
  expect(shown).toContain('Type instead')
  await expect(stat(join(PATH, 'microphone'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a caption goes with the sound, and stops where it was interrupted', async () => {
  const { baseUrl } = await fakeRealtime(
    (socket: Socket) => {
      welcome(socket, { speech_recognition: 'speech' })
      socket.onAny((name, ...payload) => {
        if (name === 'stop_voice') {
          socket.emit('stt_response', { text: 'tell me', is_final: true })
          const chunk = { message_id: 'm', audio: AUDIO, sample_rate: 24_000, is_final: false }
          socket.emit('bot_voice', { ...chunk, text_end: 4 })
          // An hour of sound follows, of which nothing is heard.
          socket.emit('bot_voice', { ...chunk, audio: AUDIO, sample_rate: 1, text_end: 16 })
          socket.emit('bot_response', { message_id: 'm', text: 'Once upon a time', is_final: true })
        }
        if (name === 'client_interrupt') socket.emit('interrupt', { message_id: 'm' })
        payload.at(-1)?.call?.(undefined, {})
      })
    },
    () => ({ body: { id: ID, name: 'Mira', text_only: false } }),
  )
  const PATH = await folderOfPrograms(PROGRAMS)
  const terminal = parleyAtTerminal(['chat', ID, '--voice', '--base-url', baseUrl], { PATH, NO_COLOR: '1' })
  await terminal.shows(/\[#+ *\]$/)
  terminal.type(' ')
  await terminal.shows(/REC/)
  terminal.type(' ')
  await terminal.shows(/you> tell me\n.*\] +Once$/)
  terminal.type('\u0003')
  await terminal.shows(/Mira: Once …\n/)
  terminal.type('q')
  expect(await terminal.exit).toBe(0)
})

test('without a program for the microphone it says what to install; one that fails says why', async () => {
  const { baseUrl } = await givenService()
  const args = ['chat', ID, '--voice', '--base-url', baseUrl]
  const none = parleyAtTerminal(args, { PATH: await folderOfPrograms({}) })
  await none.exit
  expect(none.lines().join(' ')).toContain('There is no program here that hears the microphone')
  const failing = { rec: 'echo "no such device" >&2; exit 1', aplay: 'exit 0' }
  const broken = parleyAtTerminal(args, { PATH: await folderOfPrograms(failing) })
  expect(await broken.exit).toBe(1)
  expect(broken.lines().join(' ')).toContain('No program hears the microphone (rec: no such device)')
})

test('a lost connection does not end a conversation by voice: what was being said is told to be lost', async () => {
  const { baseUrl, sockets, heard, close } = await givenService()
  const PATH = await folderOfPrograms(PROGRAMS)
  const terminal = parleyAtTerminal(['chat', ID, '--voice', '--base-url', baseUrl], { PATH, NO_COLOR: '1' })
  await terminal.shows(/\[#+ *\]$/)
  terminal.type(' ')
  await terminal.shows(/\] REC {2}tell$/)
  const open = close()
  sockets[0]?.conn.close()
  await terminal.shows(
    /\(What was being said is lost; say it again\.\)\n\(connection lost; reconnecting …\)$/,
  )
  open()
  await terminal.shows(/say it again\.\)\n\(connected again\)\n\[#+ *\]$/)
  terminal.type(' ')
  await terminal.shows(/\] REC {2}tell$/)
  terminal.type(' ')
  await terminal.shows(/you> tell me\nMira: Once upon a time\n/)
  terminal.type('\u0003')
  while (!heard.includes('client_interrupt')) await new Promise((resolve) => setTimeout(resolve, 20))
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(130)
  await isGone(PATH, 'arecord')
})
