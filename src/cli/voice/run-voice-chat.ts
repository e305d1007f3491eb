import { CommandError, EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { writeOutputFile } from '../output/output-file.js'
import { createLoudspeaker, type Loudspeaker, muteLoudspeaker } from './devices/loudspeaker.js'
import { noRecorderError, readRecording, recordMicrophone } from './devices/recorder.js'
import { createSoundProcesses, type SoundProcesses } from './devices/sound-processes.js'
import { findPlayers, findRecorders, installAdvice, thisMachine } from './devices/sound-programs.js'
import { createWavLoudspeaker } from './devices/wav-loudspeaker.js'
import type { VoiceChat } from './voice-chat.js'
import type { VoiceChatFlags } from './voice-flags.js'

/** Runs a chat by voice with a person at a terminal, or with a recording. */
export async function runVoiceChat(
  chat: Omit<VoiceChat, 'loudspeaker'>,
  flags: VoiceChatFlags,
  leave: () => void,
): Promise<void> {
  // Before the microphone is opened, so that nobody talks to a recogniser that cannot understand it.
  if (flags.in === undefined && !flags['data-layer'] && !chat.talk.canHear) throw cannotHearError()
  const processes = createSoundProcesses()
  const file = flags.out === undefined ? undefined : createWavLoudspeaker(flags.rate, () => performance.now())
  try {
    const loudspeaker = file ?? (await openLoudspeaker(processes, flags, chat.output))
    const chatWithSound = { ...chat, loudspeaker }
    if (flags.in !== undefined) {
      const { runScriptedVoiceChat } = await import('./scripted-voice-chat.js')
      await runScriptedVoiceChat(chatWithSound, {
        sound: readRecording(flags.in),
        allowsBargeIn: flags.headphones,
      })
    } else {
      const { runInteractiveVoiceChat } = await import('./interactive-voice-chat.js')
      const sound = recordMicrophone(processes, await requireRecorders(flags))
      await runInteractiveVoiceChat(chatWithSound, { sound, hasHeadphones: flags.headphones, leave })
    }
  } finally {
    processes.stop()
    if (file !== undefined && flags.out !== undefined) await writeOutputFile(flags.out, file.wav())
  }
}

const cannotHearError = (): CommandError =>
  new CommandError({
    code: 'no_hearing',
    message: 'This server does not understand people who speak; its recogniser only reads the data layer',
    hint: 'Type instead (chat without --voice), or start the server with a recogniser for people, such as `serve --stt system`: `parley voice check` says which ones there are.',
    exitCode: EXIT.failed,
  })

async function openLoudspeaker(
  processes: SoundProcesses,
  { path }: VoiceChatFlags,
  output: Output,
): Promise<Loudspeaker> {
  const machine = thisMachine(path)
  const players = await findPlayers(machine)
  if (players.length > 0) return createLoudspeaker(processes, players)
  output.warn(`There is no program here that plays sound. ${installAdvice(machine)}`)
  return muteLoudspeaker()
}

async function requireRecorders({ path }: VoiceChatFlags) {
  const machine = thisMachine(path)
  const recorders = await findRecorders(machine)
  if (recorders.length === 0) throw noRecorderError(machine)
  return recorders
}
