import { Flags } from '@oclif/core'
import { inputNeededError, usageError } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { refuseOverwriting } from '../output/output-file.js'
import { pathFlag } from './devices/sound-programs.js'

export const playerIdFlags = {
  'player-id': Flags.string({
    summary: 'Who talks. Default: you, by the name of your user on this machine.',
    env: 'PARLEY_PLAYER_ID',
    helpGroup: 'SERVICE',
  }),
}

/** The sample rate of replies, within the bounds of the service. */
const RATE = {
  summary: 'Sample rate of the speech, in Hz.',
  helpValue: 'HZ',
  default: 24_000,
  min: 8000,
  max: 48_000,
}

export const rateFlag = Flags.integer(RATE)

const DATA_LAYER = {
  summary: 'Have the words in the sound as tones, too, for the built-in recogniser.',
  description: 'The built-in voice then speaks like a robot.',
}

export const dataLayerFlag = Flags.boolean(DATA_LAYER)

const VOICE = { helpGroup: 'VOICE' }

export const voiceChatFlags = {
  voice: Flags.boolean({ ...VOICE, summary: 'Talk by microphone and loudspeaker, or with --in and --out.' }),
  in: Flags.string({
    ...VOICE,
    summary:
      'WAV file to send instead of the microphone. - is standard input: WAV, or 16-bit mono at 16 kHz.',
    helpValue: 'FILE',
    dependsOn: ['voice'],
  }),
  out: Flags.string({
    ...VOICE,
    char: 'o',
    summary: 'WAV file for the replies, instead of the loudspeaker.',
    helpValue: 'FILE',
    dependsOn: ['voice'],
  }),
  force: Flags.boolean({ ...VOICE, summary: 'Overwrite an existing file.', dependsOn: ['out'] }),
  headphones: Flags.boolean({
    ...VOICE,
    summary: 'The microphone stays open while the character speaks, so that you can interrupt.',
    description:
      'Without headphones the character would hear itself, because a terminal does not cancel echo.',
    dependsOn: ['voice'],
  }),
  rate: Flags.integer({ ...VOICE, ...RATE }),
  'data-layer': Flags.boolean({ ...VOICE, ...DATA_LAYER }),
  path: pathFlag,
}

export type VoiceChatFlags = {
  readonly in?: string | undefined
  readonly out?: string | undefined
  readonly force: boolean
  readonly headphones: boolean
  readonly rate: number
  readonly 'data-layer': boolean
  readonly path?: string | undefined
}

/** Refuses flags that cannot work together before a session begins. */
export function checkVoiceChatFlags(
  flags: VoiceChatFlags & { readonly message?: string | undefined; readonly image?: string | undefined },
  { terminal }: Output,
): void {
  if (flags.message !== undefined) throw usageError('--message sends text, --voice sends speech')
  if (flags.image !== undefined) throw usageError('--image is sent with text, --voice sends speech')
  if (flags.out === '-')
    throw usageError('Standard output is used for the text of the conversation', 'Name a file with --out.')
  if (flags.out !== undefined) refuseOverwriting(flags.out, flags, '--out')
  if (flags.in !== undefined || (terminal.isInteractive && process.stdout.isTTY)) return
  throw inputNeededError(
    'There is no terminal to talk at.',
    'Give a recording with --in FILE.wav, or sound with --in -.',
  )
}
