import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { piperEngines } from '../../../src/adapters/speech/system-engines.js'
import { checkProgram } from '../../../src/adapters/speech/system-programs.js'
import { createWhisperRecogniser } from '../../../src/adapters/speech/system-recogniser.js'
import { createProgramVoice } from '../../../src/adapters/speech/system-voice.js'
import { toPcm16 } from '../../../src/audio/pcm.js'
import { readWav, writeWav } from '../../../src/audio/wav.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { toneOf } from '../../support/speech/sound.js'
import {
  aVoice,
  collect,
  never,
  recognise,
  samplesOf,
  say,
  settings,
} from '../../support/speech/voice-battery.js'

const timers = createTimers()
const PIPER_RATE = 22_050

/**
 * A program that takes only the options that it is given here, as the real one does, keeps its arguments and what it
 * reads, and then does `then`.
 */
async function imitation(name: string, options: readonly string[], then: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-programs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const script = `#!${process.execPath}
const fs = require('node:fs')
const folder = ${JSON.stringify(folder)}
const args = process.argv.slice(2)
const given = {}
while (args.length > 0) {
  const option = args.shift()
  if (!${JSON.stringify(options)}.includes(option)) {
    console.error('error: unknown argument: ' + option)
    process.exit(2)
  }
  given[option] = option.startsWith('--no-') ? true : args.shift()
}
fs.writeFileSync(folder + '/given', JSON.stringify(given))
if (!fs.existsSync(given['--model'])) {
  console.error('no such model')
  process.exit(3)
}
${then}
`
  await writeFile(join(folder, name), script)
  await chmod(join(folder, name), 0o755)
  await writeFile(join(folder, 'model'), 'weights')
  const tone = toPcm16(toneOf(440, { sampleRate: PIPER_RATE, seconds: 1 }))
  await writeFile(join(folder, 'tone.wav'), writeWav(PIPER_RATE, tone))
  return folder
}

const piper = () =>
  imitation(
    'piper',
    ['--model', '--length_scale', '--speaker', '--output_file'],
    `fs.writeFileSync(folder + '/said', fs.readFileSync(0))
fs.copyFileSync(folder + '/tone.wav', given['--output_file'])
console.log(given['--output_file'])`,
  )

const whisper = (printed: string) =>
  imitation(
    'whisper-cli',
    ['--model', '--language', '--no-timestamps', '--no-prints', '--file'],
    `fs.copyFileSync(given['--file'], folder + '/heard.wav')
process.stdout.write(${JSON.stringify(printed)})`,
  )

const voiceIn = (folder: string, model = 'model') =>
  createProgramVoice({ engines: piperEngines(join(folder, model)), path: folder, timers, totalSeconds: 600 })
const recogniserIn = (folder: string, model = 'model') =>
  createWhisperRecogniser({ path: folder, timers, totalSeconds: 600 }, join(folder, model))

const givenIn = async (folder: string) => JSON.parse(await readFile(join(folder, 'given'), 'utf8'))

test('piper gets the text on standard input as one line, its voice, and the pace as a length', async () => {
  const folder = await piper()
  const voice = { ...aVoice, tts_speed: 2, tts_voice: '7' }
  const chunks = await say(voiceIn(folder), {
    text: 'Good evening,\n--help is  no flag.',
    sampleRate: 16_000,
    voice,
  })
  expect(await readFile(join(folder, 'said'), 'utf8')).toBe('Good evening, --help is no flag.\n')
  expect(await givenIn(folder)).toMatchObject({
    '--model': join(folder, 'model'),
    '--length_scale': '0.500',
    '--speaker': '7',
    '--output_file': expect.stringMatching(/speech\.wav$/),
  })
  // A second at piper's own rate is a second at the rate that was asked for.
  expect(samplesOf(chunks).length / 16_000).toBeCloseTo(1, 2)
})

test.each(['alloy', '--speaker', '1e3', '12345', '-1', null])(
  'the voice %s names no speaker of piper, and is not passed on',
  async (tts_voice) => {
    const folder = await piper()
    await say(voiceIn(folder), { text: 'Hello.', voice: { ...aVoice, tts_voice } })
    expect(await givenIn(folder)).not.toHaveProperty('--speaker')
  },
)

test('piper without its model is an error of the voice, and without piper the machine is told what to install', async () => {
  const folder = await piper()
  await expect(say(voiceIn(folder, 'missing'), { text: 'Hello.' })).rejects.toMatchObject({
    kind: 'upstream',
    detail: 'The voice failed',
  })
  await expect(say(voiceIn('/nowhere'), { text: 'Hello.' })).rejects.toMatchObject({
    kind: 'unavailable',
    detail: expect.stringContaining('pip install piper-tts'),
  })
})

test('whisper-cli gets 16 kHz mono in a WAV file, the model and the language; its lines are one text', async () => {
  const folder = await whisper('\n Is the harbour\n open tonight?\n\n')
  const stream = recogniserIn(folder).open(
    { sampleRate: 24_000, settings: { ...settings, stt_language: 'de-AT' } },
    never(),
  )
  stream.push(toneOf(440, { sampleRate: 24_000, seconds: 1 }))
  stream.finish()
  expect(await collect(stream.events)).toEqual([
    { type: 'final', text: 'Is the harbour open tonight?', language: 'de' },
  ])
  expect(await givenIn(folder)).toMatchObject({
    '--model': join(folder, 'model'),
    '--language': 'de',
    '--no-timestamps': true,
    '--no-prints': true,
  })
  const heard = readWav(await readFile(join(folder, 'heard.wav')))
  expect([heard.sampleRate, heard.samples.length]).toEqual([16_000, 16_000])
})

test.each(['[BLANK_AUDIO]', ' (wind blowing)\n', ''])(
  '%j of whisper is nothing that was said',
  async (printed) => {
    const folder = await whisper(printed)
    expect(await recognise(recogniserIn(folder), { samples: toneOf(440) })).toMatchObject([
      { type: 'final', text: '' },
    ])
  },
)

test('a language that whisper.cpp cannot know is detected', async () => {
  const folder = await whisper('ok')
  const stream = recogniserIn(folder).open(
    { sampleRate: 16_000, settings: { ...settings, stt_language: '--help' } },
    never(),
  )
  stream.push(toneOf(440, { sampleRate: 16_000, seconds: 1 }))
  stream.finish()
  await collect(stream.events)
  expect(await givenIn(folder)).toMatchObject({ '--language': 'auto' })
})

test('whisper-cli that fails, and none at all, are told', async () => {
  const folder = await whisper('ok')
  await expect(recognise(recogniserIn(folder, 'missing'), { samples: toneOf(440) })).rejects.toMatchObject({
    detail: 'The recogniser failed',
  })
  await expect(recognise(recogniserIn('/nowhere'), { samples: toneOf(440) })).rejects.toMatchObject({
    kind: 'unavailable',
    detail: expect.stringContaining('whisper.cpp'),
  })
})

test('a check finds a missing program and a missing model', async () => {
  const folder = await piper()
  const check = (model: string, path = folder) =>
    checkProgram({ kind: 'piper', model: join(folder, model) }, path)
  expect(await check('model')).toBeUndefined()
  expect(await check('missing')).toMatchObject({ problem: `There is no file ${join(folder, 'missing')}` })
  expect(await check('model', '/nowhere')).toMatchObject({ problem: 'piper is not on the PATH' })
})
