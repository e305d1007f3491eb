import type { SpeechRequest } from '../../domain/voice/ports.js'

export type Platform = 'linux' | 'darwin' | 'win32' | (string & {})

/** A program that speaks into a WAV file. */
export type Engine = {
  readonly programs: readonly string[]
  readonly run: (request: SpeechRequest, file: string) => { args: string[]; input?: string }
}

type Engines = { readonly engines: readonly Engine[]; readonly advice: string }

/** What programs of this kind speak when nothing else is said, in words a minute. */
const WORDS_PER_MINUTE = 175
const FLITE_VOICES = ['rms', 'slt', 'awb', 'kal', 'kal16']

export function enginesOf(platform: Platform): Engines {
  if (platform === 'darwin')
    return { engines: [SAY], advice: 'macOS has one named say, which is missing here' }
  if (platform === 'win32') return { engines: [SAPI], advice: 'Windows has one that needs PowerShell' }
  // flite first: the recogniser that goes with it understands it, and espeak-ng hardly (2.8 % and 58 % word error).
  return { engines: [FLITE, ESPEAK], advice: 'install one: apt-get install flite, or espeak-ng' }
}

const FLITE: Engine = {
  programs: ['flite'],
  run: ({ text, voice }, file) => ({
    args: [
      ...['-voice', FLITE_VOICES.find((name) => name === voice.tts_voice) ?? 'rms'],
      ...['--setf', `duration_stretch=${(1 / voice.tts_speed).toFixed(3)}`],
      ...['-t', text, '-o', file],
    ],
  }),
}

const ESPEAK: Engine = {
  programs: ['espeak-ng'],
  run: ({ text, voice }, file) => ({
    args: [...named('-v', voice.tts_voice), '-s', wordsPerMinute(voice.tts_speed), '-w', file, '--stdin'],
    input: text,
  }),
}

const SAY: Engine = {
  programs: ['say'],
  run: ({ text, voice }, file) => ({
    args: [
      ...named('-v', voice.tts_voice),
      ...['-r', wordsPerMinute(voice.tts_speed), '-o', file],
      ...['--file-format=WAVE', '--data-format=LEI16@24000', '-f', '-'],
    ],
    input: text,
  }),
}

/** The text comes over standard input and the rest as arguments of a script that is always the same. */
const SAPI_SCRIPT = [
  'param($file, $rate, $voice)',
  'Add-Type -AssemblyName System.Speech',
  '$s = New-Object System.Speech.Synthesis.SpeechSynthesizer',
  'if ($voice) { $s.SelectVoice($voice) }',
  '$s.Rate = [int]$rate',
  '$s.SetOutputToWaveFile($file)',
  '$s.Speak([Console]::In.ReadToEnd())',
  '$s.Dispose()',
].join('; ')

const SAPI: Engine = {
  programs: ['powershell.exe', 'pwsh.exe'],
  run: ({ text, voice }, file) => ({
    args: [
      ...['-NoProfile', '-NonInteractive', '-Command', `& { ${SAPI_SCRIPT} }`],
      // SAPI's rates go from -10 (a third of the speed) to 10 (three times).
      ...[
        quoted(file),
        String(Math.round((10 * Math.log(voice.tts_speed)) / Math.log(3))),
        quoted(voice.tts_voice ?? ''),
      ],
    ],
    input: text,
  }),
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A name that could be taken for a flag is no voice. */
const named = (flag: string, voice: string | null) =>
  voice === null || !/^[\p{L}\p{N}]/u.test(voice) ? [] : [flag, voice]

const wordsPerMinute = (speed: number) => String(Math.round(WORDS_PER_MINUTE * speed))
