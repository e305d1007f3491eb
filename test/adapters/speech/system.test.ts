import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { enginesOf } from '../../../src/adapters/speech/system-engines.js'
import { findProgram } from '../../../src/adapters/speech/system-programs.js'
import { createSystemRecogniser } from '../../../src/adapters/speech/system-recogniser.js'
import { createSystemVoice } from '../../../src/adapters/speech/system-voice.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { toneOf } from '../../support/speech/sound.js'
import { aVoice, recognise, samplesOf, say } from '../../support/speech/voice-battery.js'

const timers = createTimers()
const path = process.env['PATH'] ?? ''
const settings = { platform: 'linux', path, timers, totalSeconds: 600 }
const flite = await findProgram(['flite'], path)
const pocketsphinx = await findProgram(['pocketsphinx_continuous', 'pocketsphinx'], path)
if (flite === undefined || pocketsphinx === undefined) {
  console.warn(
    'SKIPPED: tests of the machine’s own speech need the packages flite, pocketsphinx, pocketsphinx-en-us',
  )
}

/** A folder with one program in it. */
async function pathWith(name: string, script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-programs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, name), `#!/bin/sh\nFOLDER=${folder}\n${script}\n`)
  await chmod(join(folder, name), 0o755)
  return folder
}

test('without a voice or recogniser on the machine it says what to install', async () => {
  await expect(say(createSystemVoice({ ...settings, path: '' }), { text: 'Hello' })).rejects.toMatchObject({
    kind: 'unavailable',
    detail: 'This machine has no voice that parley can use; install one: apt-get install flite, or espeak-ng',
  })
  const recogniser = createSystemRecogniser({ ...settings, path: '' })
  await expect(recognise(recogniser, { samples: toneOf(440) })).rejects.toMatchObject({
    kind: 'unavailable',
    detail: expect.stringContaining('apt-get install pocketsphinx pocketsphinx-en-us'),
  })
})

test('programs are not looked for in relative folders of the path, which are of the current folder', async () => {
  const folder = await pathWith('flite', 'exit 0')
  const fromHere = relative(process.cwd(), folder)
  const found = (path: string) => findProgram(['flite'], path)
  expect(await found([fromHere, '', '.', 'node_modules/.bin'].join(':'))).toBeUndefined()
  expect(await found([fromHere, folder].join(':'))).toBe(join(folder, 'flite'))
})

/** What ends a string somewhere: PowerShell takes four more marks for an apostrophe. */
const QUOTES = ["'", '"', '`', '\u2018', '\u2019', '\u201a', '\u201b', '\u201c', '\u201d', '\u201e']
const HOSTILE = [
  '--help',
  '-x',
  '-o/tmp/x',
  '@file',
  '?',
  '../../etc/x',
  'a/../x',
  'a\nb',
  'a\0b',
  '$(id)',
].concat(QUOTES.map((quote) => `a${quote}; Start-Process calc; ${quote}`))
const FILES = { sound: '/tmp/a.wav', text: '/tmp/a.txt' }

test.each([
  ['linux', 0, 'flite'],
  ['linux', 1, 'espeak-ng'],
  ['darwin', 0, 'say'],
  ['win32', 0, 'powershell.exe'],
])(
  'on %s, choice %i is %s; neither what is said nor the voice changes its command',
  (platform, at, program) => {
    const engine = enginesOf(platform).engines[at]
    const run = (text: string, tts_voice: string | null) =>
      engine?.run({ text, sampleRate: 24_000, voice: { ...aVoice, tts_voice } }, FILES)
    expect(engine?.programs[0]).toBe(program)
    const { args } = run('Hello', null) ?? {}
    expect(args?.length).toBeGreaterThan(3)
    for (const words of HOSTILE) expect(run(words, words)?.args).toEqual(args)
    const said = 'The word is \u2019swordfish\u2019.'
    expect(JSON.stringify(run(said, null)?.args)).not.toContain('swordfish')
    const { input = '', fileText } = run(said, null) ?? {}
    const decoded = input.split(',').map((value) => Buffer.from(value, 'base64').toString('utf8'))
    expect([input, fileText, decoded.at(-1)]).toContain(said)
  },
)

test.each(['en-us+f3', 'Eddy (German (Germany))', 'Ame\u0301lie', 'com.apple.voice.compact.en-US.Samantha'])(
  'the voice %s is used',
  (tts_voice) => {
    const request = { text: 'Hello', sampleRate: 24_000, voice: { ...aVoice, tts_voice } }
    expect(enginesOf('darwin').engines[0]?.run(request, FILES).args).toContain(tts_voice)
    const values = enginesOf('win32').engines[0]?.run(request, FILES).input?.split(',')
    expect(values?.map((value) => Buffer.from(value, 'base64').toString('utf8'))).toEqual([
      FILES.sound,
      '0',
      tts_voice,
      'Hello',
    ])
  },
)

test('flite reads what it says from a file that other users cannot read', async () => {
  const program =
    'while [ "$1" != -f ]; do shift; done; [ "$(stat -c %a "$(dirname "$2")")" = 700 ] && cp "$2" "$FOLDER/said"'
  const folder = await pathWith('flite', program)
  const voice = createSystemVoice({ ...settings, path: `${folder}:${path}` })
  await expect(say(voice, { text: '-t is no flag \u2019 here' })).rejects.toThrow()
  expect(await readFile(join(folder, 'said'), 'utf8')).toBe('-t is no flag \u2019 here')
})

test('a program that fails, and one that writes no WAV, are errors of the voice', async () => {
  const failing = createSystemVoice({ ...settings, path: `${await pathWith('flite', 'exit 3')}:${path}` })
  await expect(say(failing, { text: 'Hello' })).rejects.toMatchObject({
    kind: 'upstream',
    detail: 'The voice failed',
  })
  const garbled = createSystemVoice({
    ...settings,
    path: `${await pathWith('flite', 'while [ "$1" != -o ]; do shift; done; echo nonsense > "$2"')}:${path}`,
  })
  await expect(say(garbled, { text: 'Hello' })).rejects.toMatchObject({
    detail: 'The voice sent an answer that cannot be understood',
  })
})

test('a program that hangs is ended', async () => {
  const hanging = await pathWith('flite', 'exec sleep 60')
  const voice = createSystemVoice({ ...settings, path: `${hanging}:${path}`, totalSeconds: 0.1 })
  await expect(say(voice, { text: 'Hello' })).rejects.toMatchObject({
    detail: 'The voice did not answer in time',
  })
})

describe.runIf(flite !== undefined)('flite', () => {
  test('speaks at the wanted rate and speed', async () => {
    const voice = createSystemVoice(settings)
    const text = 'The old man went down to the sea.'
    const normal = samplesOf(await say(voice, { text, sampleRate: 16_000 }))
    const fast = samplesOf(await say(voice, { text, sampleRate: 16_000, voice: { ...aVoice, tts_speed: 2 } }))
    expect(normal.length / 16_000).toBeGreaterThan(1)
    expect(normal.length / fast.length).toBeGreaterThan(1.5)
  })

  test.runIf(pocketsphinx !== undefined)('is understood by pocketsphinx', async () => {
    const samples = samplesOf(await say(createSystemVoice(settings), { text: 'Hello there, my friend.' }))
    const events = await recognise(createSystemRecogniser(settings), { samples })
    expect(events).toEqual([{ type: 'final', text: 'hello there my friend', language: 'en' }])
  })
})
