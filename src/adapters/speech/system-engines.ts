import type { SpeechRequest } from '../../domain/voice/ports.js'

export type Platform = 'linux' | 'darwin' | 'win32' | (string & {})

/** A program that speaks into a WAV file. */
export type Engine = {
  readonly programs: readonly string[]
  readonly run: (request: SpeechRequest, files: EngineFiles) => EngineRun
}

/** Of one utterance, in a folder that only this user can read. */
export type EngineFiles = {
  /** Where the sound goes. */
  readonly sound: string
  /** Where the text is, for a program that reads no standard input. */
  readonly text: string
}

/**
 * What is said is in no argument: every user of the machine can see those, and a program may take it for a flag or a
 * command. It goes over standard input, or into a file.
 */
type EngineRun = {
  readonly args: readonly string[]
  readonly input?: string
  /** What the file of the text is to hold. */
  readonly fileText?: string
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
    args: [...named('-v', voice.tts_voice), '-s', wordsPerMinute(voice.tts_speed), '-w', sound, '--stdin'],
    input: text,
  }),
}

const SAY: Engine = {
  programs: ['say'],
  run: ({ text, voice }, { sound }) => ({
    args: [
      ...named('-v', voice.tts_voice),
      ...['-r', wordsPerMinute(voice.tts_speed), '-o', sound],
      ...['--file-format=WAVE', '--data-format=LEI16@24000', '-f', '-'],
    ],
    input: text,
  }),
}

/**
 * The script is always the same. Its values come over standard input, each in Base64 (its own encoding of the input
 * depends on the machine): as words of a command PowerShell would parse them, and it knows more quotation marks than one.
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
    // SAPI's rates go from -10 (a third of the speed) to 10 (three times).
    const rate = String(Math.round((10 * Math.log(voice.tts_speed)) / Math.log(3)))
    const values = [sound, rate, voice.tts_voice ?? '', text]
    return {
      args: ['-NoProfile', '-NonInteractive', '-Command', SAPI_SCRIPT],
      input: values.map((value) => Buffer.from(value, 'utf8').toString('base64')).join(','),
    }
  },
}

/** A name that could be taken for a flag or a path is no voice. */
const VOICE_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ()+_.-]*$/u

const named = (flag: string, voice: string | null) =>
  voice === null || !VOICE_NAME.test(voice) ? [] : [flag, voice]

const wordsPerMinute = (speed: number) => String(Math.round(WORDS_PER_MINUTE * speed))
