import { setTimeout as sleep } from 'node:timers/promises'
import { concatSamples } from '../../audio/resample.js'
import { SESSION_DEFAULTS } from '../../client/create-client.js'
import { CHUNK_SAMPLES, createMicrophoneChunker } from '../../client/session/microphone-chunker.js'
import type { SpokenTurn } from '../../client/session/spoken-turns.js'
import { turnsFailedError } from '../chat/failed-turn.js'
import { rejectOnSessionEnd } from '../chat/session/reconnection.js'
import type { ChatTurn } from '../chat/turn.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { printable } from '../output/printable.js'
import { saidText, toChatTurn, type VoiceChat, wasSaid } from './voice-chat.js'
import { startVoiceConversation, type VoiceConversation } from './voice-conversation.js'

/** A service may keep a turn open for three seconds after its last sound. */
const TRANSCRIPT_WAIT_MS = 5000
/** Louder samples, as a share of full scale, are not silence. */
const SILENCE_LEVEL = 0.003
/**
 * After so much silence the words before it may be a turn, which a busy service tells late: the recording waits for that.
 * Both together are shorter than the silence that a service allows within a turn, so a pause of the speaker ends none.
 */
const PAUSE_MS = 800
const PAUSE_WAIT_MS = 1500

type Recording = {
  readonly sound: AsyncIterable<Float32Array>
  /** Whether the recording continues while the character speaks; otherwise it pauses. */
  readonly allowsBargeIn: boolean
}

/** Sends a recording to a character in real time, and prints what was understood and answered. */
export async function runScriptedVoiceChat(
  chat: VoiceChat,
  { sound, allowsBargeIn }: Recording,
): Promise<void> {
  const { talk, loudspeaker, output } = chat
  let isPending = false
  const turns: ChatTurn[] = []
  /** Of the newest turn, until another follows: the last failure is the error of the command. */
  let failure: string | null = null
  let voiceFailure: string | null = null
  const warnOfFailure = () => {
    if (failure !== null) output.warn(printable(failure))
    failure = null
  }
  const conversation = startVoiceConversation(
    { ...talk, loudspeaker },
    {
      onTranscript: (text, isFinal) => {
        if (!isFinal) return
        isPending = false
        warnOfFailure()
        output.event({ event: 'heard', text }, () => `You: ${printable(text)}`)
      },
      onReplyText: () => undefined,
      onReplyComplete: (turn, hasCaptions) =>
        tellReply(chat, turn, hasCaptions ? conversation.spokenText : undefined),
      onPlaybackComplete: async (turn, { samples, seconds }) => {
        const chatTurn = toChatTurn(turn)
        turns.push(chatTurn)
        warnOfFailure()
        failure = chatTurn.error
        const sound = { samples, duration: Number(seconds.toFixed(3)) }
        const figures = await chat.readFigures(chatTurn)
        const trace = figures && { trace: figures.json }
        output.event({ event: 'turn', ...chatTurn, sound, ...trace }, () => '')
        if (figures !== undefined) output.note(figures.render(output.terminal))
        await chat.transcript(chatTurn)
      },
      onVoiceError: (message) => {
        // The last one may be all that comes of the recording.
        if (voiceFailure !== null) output.warn(printable(voiceFailure))
        voiceFailure = message
      },
    },
  )
  await talk.session.startVoice()
  const state = {
    conversation,
    allowsBargeIn,
    isPending: () => isPending,
    onChunkSent: (chunk: Float32Array) => {
      isPending ||= chunk.some(isLoud)
    },
  }
  await Promise.race([
    streamRecording(chat, sound, state),
    conversation.failed,
    rejectOnSessionEnd(talk.session),
  ])
  if (turns.length === 0) throw notUnderstoodError(voiceFailure)
  if (voiceFailure !== null) output.warn(printable(voiceFailure))
  const failed = turnsFailedError(talk.baseUrl, turns)
  if (failed !== undefined) throw failed
}

/** One that was interrupted as far as it was spoken, where the service says what is. */
function tellReply(
  { output, characterName }: VoiceChat,
  turn: SpokenTurn,
  spokenText: VoiceConversation['spokenText'] | undefined,
): void {
  if (output.isJson || !wasSaid(turn)) return
  const { messageId, isInterrupted } = turn
  const reply = isInterrupted && spokenText ? spokenText(messageId, turn.reply) : turn.reply
  process.stdout.write(`${printable(characterName)}: ${printable(saidText({ ...turn, reply }))}\n`)
}

type StreamState = {
  readonly conversation: VoiceConversation
  readonly allowsBargeIn: boolean
  /** Whether sound was sent that has no transcript yet. */
  readonly isPending: () => boolean
  readonly onChunkSent: (chunk: Float32Array) => void
}

/** Sends a chunk of 100 ms every 100 ms: the recording, or silence during pauses and after its end, until all is answered. */
async function streamRecording(
  { talk }: VoiceChat,
  sound: AsyncIterable<Float32Array>,
  state: StreamState,
): Promise<void> {
  const microphone = createMicrophoneChunker(talk.session)
  const chunks = createAudioChunks(sound)
  const startedAt = performance.now()
  const pause = createPauseCounter()
  let endedAt: number | undefined
  for (let count = 1; ; count += 1) {
    const mayWait = !state.allowsBargeIn && endedAt === undefined
    const isWaiting = mayWait && state.isPending() && pause.mayEndTurn()
    const isPaused = isWaiting || (state.conversation.isAnswering() && !state.allowsBargeIn)
    const chunk = isPaused || endedAt !== undefined ? undefined : await chunks.next()
    if (chunk === undefined && !isPaused) endedAt ??= performance.now()
    if (chunk !== undefined) state.onChunkSent(chunk)
    pause.count(chunk)
    if (endedAt !== undefined && !state.conversation.isAnswering()) {
      if (!state.isPending() || performance.now() - endedAt > TRANSCRIPT_WAIT_MS) return
    }
    microphone.push(chunk ?? new Float32Array(CHUNK_SAMPLES))
    await sleep(Math.max(0, startedAt + count * SESSION_DEFAULTS.audioChunkMs - performance.now()))
  }
}

/** Measures the silence since the last sound of the recording. */
function createPauseCounter() {
  let silentMs = 0
  return {
    /** Takes the chunk that was sent; undefined: silence that is not of the recording. */
    count: (chunk: Float32Array | undefined) => {
      silentMs = chunk?.some(isLoud) ? 0 : silentMs + SESSION_DEFAULTS.audioChunkMs
    },
    mayEndTurn: () => silentMs >= PAUSE_MS && silentMs < PAUSE_MS + PAUSE_WAIT_MS,
  }
}

const isLoud = (sample: number): boolean => Math.abs(sample) > SILENCE_LEVEL

/** `failure`: what the server has said of its recogniser, if it failed. */
const notUnderstoodError = (failure: string | null): CommandError =>
  failure === null
    ? new CommandError({
        code: 'not_understood',
        message: 'Nothing was understood',
        hint: '`parley doctor` names the recogniser. If it is the stub, it understands nobody but the built-in voice with `parley say --data-layer`; `serve --stt` names another one.',
        exitCode: EXIT.failed,
      })
    : new CommandError({
        code: 'recogniser_failed',
        message: failure,
        hint: '`parley doctor` asks the recogniser.',
        exitCode: EXIT.failed,
      })

/** Cuts a stream of sound into chunks of 100 ms. */
export interface AudioChunks {
  /** The last chunk may be shorter; undefined at the end. */
  next(): Promise<Float32Array | undefined>
}

export function createAudioChunks(sound: AsyncIterable<Float32Array>): AudioChunks {
  const source = sound[Symbol.asyncIterator]()
  let buffer: Float32Array = new Float32Array(0)
  return {
    next: async () => {
      while (buffer.length < CHUNK_SAMPLES) {
        const { value, done } = await source.next()
        if (done === true) break
        buffer = concatSamples([buffer, value])
      }
      if (buffer.length === 0) return undefined
      const chunk = buffer.subarray(0, CHUNK_SAMPLES)
      buffer = buffer.subarray(CHUNK_SAMPLES)
      return chunk
    },
  }
}
