import { Flags } from '@oclif/core'
import { inputNeededError, usageError } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { refuseOverwriting, writeOutputFile } from '../output/output-file.js'
import { createLoudspeaker, type Loudspeaker, muteLoudspeaker } from './devices/loudspeaker.js'
import { noRecorder, recordMicrophone } from './devices/recorder.js'
import { readRecording } from './devices/recording.js'
import { createSoundProcesses, type SoundProcesses } from './devices/sound-processes.js'
import { findPlayers, findRecorders, installAdvice, pathFlag, thisMachine } from './devices/sound-programs.js'
import { createWavLoudspeaker } from './devices/wav-loudspeaker.js'
import type { VoiceChat } from './voice-chat.js'

const VOICE = { helpGroup: 'VOICE' }

export const voiceChatFlags = {
  voice: Flags.boolean({ ...VOICE, summary: 'Talk by microphone and loudspeaker, or with --in and --out.' }),
  in: Flags.string({
    ...VOICE,
    summary:
      'Say this WAV file in place of the microphone. - is standard input: WAV, or 16-bit mono at 16 kHz.',
    helpValue: 'FILE',
    dependsOn: ['voice'],
  }),
  out: Flags.string({
    ...VOICE,
    char: 'o',
    summary: 'WAV file for the replies, in place of the loudspeaker.',
    helpValue: 'FILE',
    dependsOn: ['voice'],
  }),
  force: Flags.boolean({ ...VOICE, summary: 'Overwrite a file that is there.', dependsOn: ['out'] }),
  headphones: Flags.boolean({
    ...VOICE,
    summary: 'The microphone stays open while the character speaks, so that you can interrupt.',
    description: 'Without headphones the character would hear itself: a terminal takes no echo away.',
    dependsOn: ['voice'],
  }),
  rate: Flags.integer({
    ...VOICE,
    summary: 'Samples a second of what the character says.',
    helpValue: 'HZ',
    default: 24_000,
    min: 8000,
    max: 48_000,
  }),
  path: pathFlag,
}

export type VoiceChatFlags = {
  readonly in?: string | undefined
  readonly out?: string | undefined
  readonly force: boolean
  readonly headphones: boolean
  readonly rate: number
  readonly path?: string | undefined
}

/** What cannot work is said before anything is. */
export function checkVoiceChatFlags(
  flags: VoiceChatFlags & { readonly message?: string | undefined; readonly image?: string | undefined },
  { terminal }: Output,
): void {
  if (flags.message !== undefined) throw usageError('--message is typed, --voice is spoken')
  if (flags.image !== undefined) throw usageError('--image is shown with what is typed, --voice is spoken')
  if (flags.out === '-') throw usageError('Standard output is for what is said', 'Name a file with --out.')
  if (flags.out !== undefined) refuseOverwriting(flags.out, flags, '--out')
  if (flags.in !== undefined || (terminal.isInteractive && process.stdout.isTTY)) return
  throw inputNeededError(
    'There is no terminal to talk at.',
    'Give a recording with --in FILE.wav, or sound with --in -.',
  )
}

/** Talks by voice: a person at a terminal, or a recording. */
export async function runVoiceChat(
  chat: Omit<VoiceChat, 'loudspeaker'>,
  flags: VoiceChatFlags,
  leave: () => void,
): Promise<void> {
  const children = createSoundProcesses()
  const file = flags.out === undefined ? undefined : createWavLoudspeaker(flags.rate, () => performance.now())
  try {
    const loudspeaker = file ?? (await openLoudspeaker(children, flags, chat.output))
    const whole = { ...chat, loudspeaker }
    if (flags.in !== undefined) {
      const { runScriptedVoiceChat } = await import('./scripted-voice-chat.js')
      await runScriptedVoiceChat(whole, { sound: readRecording(flags.in), allowsBargeIn: flags.headphones })
    } else {
      const { runInteractiveVoiceChat } = await import('./interactive-voice-chat.js')
      const sound = recordMicrophone(children, await requireRecorders(flags))
      await runInteractiveVoiceChat(whole, { sound, hasHeadphones: flags.headphones, leave })
    }
  } finally {
    children.stop()
    if (file !== undefined && flags.out !== undefined) await writeOutputFile(flags.out, file.wav())
  }
}

async function openLoudspeaker(
  children: SoundProcesses,
  { path }: VoiceChatFlags,
  output: Output,
): Promise<Loudspeaker> {
  const machine = thisMachine(path)
  const players = await findPlayers(machine)
  if (players.length > 0) return createLoudspeaker(children, players)
  output.warn(`There is no program here that plays sound. ${installAdvice(machine)}`)
  return muteLoudspeaker()
}

async function requireRecorders({ path }: VoiceChatFlags) {
  const machine = thisMachine(path)
  const recorders = await findRecorders(machine)
  if (recorders.length === 0) throw noRecorder(machine)
  return recorders
}
