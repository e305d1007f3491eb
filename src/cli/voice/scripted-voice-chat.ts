import { setTimeout as sleep } from 'node:timers/promises'
import { SESSION_DEFAULTS } from '../../client/create-client.js'
import { CHUNK_SAMPLES, createMicrophoneChunker } from '../../client/session/microphone-chunker.js'
import { rejectOnSessionEnd } from '../chat/session/session-end.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { printable } from '../output/printable.js'
import { createAudioChunks } from './audio-chunks.js'
import { toChatTurn, type VoiceChat } from './voice-chat.js'
import { startVoiceConversation, type VoiceConversation } from './voice-conversation.js'

/** A service may keep a turn open for three seconds behind its last sound. */
const PENDING_MS = 5000
/** So loud is more than silence, of full scale. */
const LOUD = 0.003

type Recording = {
  readonly sound: AsyncIterable<Float32Array>
  /** It goes on while the character speaks, so that it may interrupt; else it waits. */
  readonly allowsBargeIn: boolean
}

/** Says a recording to a character, in its own time, and tells what was heard and answered. */
export async function runScriptedVoiceChat(
  chat: VoiceChat,
  { sound, allowsBargeIn: goesOn }: Recording,
): Promise<void> {
  const { talk, loudspeaker, output, character } = chat
  let isPending = false
  let turns = 0
  const conversation = startVoiceConversation(
    { ...talk, loudspeaker },
    {
      onTranscript: (text, isFinal) => {
        if (!isFinal) return
        isPending = false
        output.event({ event: 'heard', text }, () => `You: ${printable(text)}`)
      },
      onReplyText: () => undefined,
      onReplyComplete: ({ reply, isInterrupted }) => {
        if (!output.isJson)
          process.stdout.write(`${printable(character)}: ${printable(reply)}${isInterrupted ? ' …' : ''}\n`)
      },
      onPlaybackComplete: async (turn, { samples, seconds }) => {
        turns += 1
        const whole = toChatTurn(turn)
        if (whole.error !== null) output.warn(printable(whole.error))
        const sounded = { samples, duration: Number(seconds.toFixed(3)) }
        output.event({ event: 'turn', ...whole, sound: sounded }, () => '')
        await chat.transcript(whole)
      },
      onVoiceError: (message) => output.warn(printable(message)),
    },
  )
  await talk.session.startVoice()
  const state = {
    conversation,
    goesOn,
    isPending: () => isPending,
    sent: (piece: Float32Array) => {
      isPending ||= piece.some((sample) => Math.abs(sample) > LOUD)
    },
  }
  await Promise.race([
    streamRecording(chat, sound, state),
    conversation.failed,
    rejectOnSessionEnd(talk.session),
  ])
  if (turns === 0) throw notUnderstood()
}

type StreamState = {
  readonly conversation: VoiceConversation
  readonly goesOn: boolean
  /** Whether there was sound that no transcript has told of yet. */
  readonly isPending: () => boolean
  readonly sent: (piece: Float32Array) => void
}

/** Sends 100 ms every 100 ms: the sound, and silence while it waits and behind it, until all is answered. */
async function streamRecording(
  { talk }: VoiceChat,
  sound: AsyncIterable<Float32Array>,
  state: StreamState,
): Promise<void> {
  const microphone = createMicrophoneChunker(talk.session)
  const pieces = createAudioChunks(sound)
  const started = performance.now()
  let endedAt: number | undefined
  for (let count = 1; ; count += 1) {
    const waits = state.conversation.isAnswering() && !state.goesOn
    const piece = waits || endedAt !== undefined ? undefined : await pieces.next()
    if (piece === undefined && !waits) endedAt ??= performance.now()
    if (piece !== undefined) state.sent(piece)
    if (endedAt !== undefined && !state.conversation.isAnswering()) {
      if (!state.isPending() || performance.now() - endedAt > PENDING_MS) return
    }
    microphone.push(piece ?? new Float32Array(CHUNK_SAMPLES))
    await sleep(Math.max(0, started + count * SESSION_DEFAULTS.audioChunkMs - performance.now()))
  }
}

const notUnderstood = (): CommandError =>
  new CommandError({
    code: 'not_understood',
    message: 'Nothing was understood',
    hint: 'The stub recogniser hears the stub voice only: record with `parley say`, or configure `stt`.',
    exitCode: EXIT.failed,
  })
