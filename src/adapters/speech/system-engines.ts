import type { SpeechRequest } from '../../domain/voice/ports.js'
import { PROGRAM_ADVICE } from './system-programs.js'

export type Platform = 'linux' | 'darwin' | 'win32' | (string & {})

/** A speech program that writes a WAV file. */
export type Engine = {
  readonly programs: readonly string[]
  readonly run: (request: SpeechRequest, files: EngineFiles) => EngineRun
}

/** Paths for one utterance, in a folder that only this user can read. */
export type EngineFiles = {
  /** Output. */
  readonly sound: string
  /** Text for programs that do not read standard input. */
  readonly text: string
}

/**
 * Text is never passed as an argument, because every user of the machine can see arguments, and the program may read it
 * as a flag. It is passed on standard input or in a file.
 */
type EngineRun = {
  readonly args: readonly string[]
  readonly input?: string
  /** Content of the text file. */
  readonly fileText?: string
}

export type Engines = { readonly engines: readonly Engine[]; readonly advice: string }

/** Usual default speed of such programs. */
const WORDS_PER_MINUTE = 175
const FLITE_VOICES = ['rms', 'slt', 'awb', 'kal', 'kal16']

export function enginesOf(platform: Platform): Engines {
  if (platform === 'darwin')
    return { engines: [SAY], advice: 'macOS has one voiceArguments say, which is missing here' }
  if (platform === 'win32') return { engines: [SAPI], advice: 'Windows has one that needs PowerShell' }
  // flite first: pocketsphinx understands it better (word error rate 2.8 %, espeak-ng 58 %).
  return { engines: [FLITE, ESPEAK], advice: 'install one: apt-get install flite, or espeak-ng' }
}

/** piper with the voice in this file; a character's `tts_voice` may be the number of one of its speakers. */
export const piperEngines = (model: string): Engines => ({
  engines: [
    {
      programs: ['piper'],
      run: ({ text, voice }, { sound }) => ({
        // The spelling of the flags that piper's older and newer releases share.
        args: [
          ...['--model', model, '--length_scale', (1 / voice.tts_speed).toFixed(3)],
          ...(SPEAKER_NUMBER.test(voice.tts_voice ?? '') ? ['--speaker', voice.tts_voice ?? '0'] : []),
          ...['--output_file', sound],
        ],
        // It speaks line by line, with a file for each in some releases.
        input: `${text.replace(/\s+/g, ' ').trim()}\n`,
      }),
    },
  ],
  advice: `install piper: ${PROGRAM_ADVICE.piper}`,
})

const SPEAKER_NUMBER = /^\d{1,4}$/

const FLITE: Engine = {
  programs: ['flite'],
  run: ({ text, voice }, files) => ({
    args: [
      ...['-voice', FLITE_VOICES.find((name) => name === voice.tts_voice) ?? 'rms'],
      ...['--setf', `duration_stretch=${(1 / voice.tts_speed).toFixed(3)}`],
      ...['-f', files.text, '-o', files.sound],
    ],
    fileText: text,
  }),
}

const ESPEAK: Engine = {
  programs: ['espeak-ng'],
  run: ({ text, voice }, { sound }) => ({
    args: [
      ...voiceArguments('-v', voice.tts_voice),
      '-s',
      wordsPerMinute(voice.tts_speed),
      '-w',
      sound,
      '--stdin',
    ],
    input: text,
  }),
}

const SAY: Engine = {
  programs: ['say'],
  run: ({ text, voice }, { sound }) => ({
    args: [
      ...voiceArguments('-v', voice.tts_voice),
      ...['-r', wordsPerMinute(voice.tts_speed), '-o', sound],
      ...['--file-format=WAVE', '--data-format=LEI16@24000', '-f', '-'],
    ],
    input: text,
  }),
}

/**
 * A constant script that reads its values from standard input, because PowerShell would parse values in a command.
 * Base64, because the encoding of standard input depends on the machine.
 */
const SAPI_SCRIPT = [
  "$v = @([Console]::In.ReadToEnd().Trim().Split(',') | ForEach-Object { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($_)) })",
  'Add-Type -AssemblyName System.Speech',
  '$s = New-Object System.Speech.Synthesis.SpeechSynthesizer',
  'if ($v[2]) { $s.SelectVoice($v[2]) }',
  '$s.Rate = [int]$v[1]',
  '$s.SetOutputToWaveFile($v[0])',
  '$s.Speak($v[3])',
  '$s.Dispose()',
].join('; ')

const SAPI: Engine = {
  programs: ['powershell.exe', 'pwsh.exe'],
  run: ({ text, voice }, { sound }) => {
    // SAPI rates range from -10 (a third of the speed) to 10 (three times).
    const rate = String(Math.round((10 * Math.log(voice.tts_speed)) / Math.log(3)))
    const values = [sound, rate, voice.tts_voice ?? '', text]
    return {
      args: ['-NoProfile', '-NonInteractive', '-Command', SAPI_SCRIPT],
      input: values.map((value) => Buffer.from(value, 'utf8').toString('base64')).join(','),
    }
  },
}

/** Excludes names that could be read as a flag or a path. */
const VOICE_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ()+_.-]*$/u

const voiceArguments = (flag: string, voice: string | null) =>
  voice === null || !VOICE_NAME.test(voice) ? [] : [flag, voice]

const wordsPerMinute = (speed: number) => String(Math.round(WORDS_PER_MINUTE * speed))
