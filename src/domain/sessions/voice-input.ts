import { VAD_FRAME_MS, type VadFrame } from '../../audio/vad.js'
import type { Limits } from '../../contract/limits.js'
import type { Clock } from '../clock.js'
import { DomainError, isLoggedFailure, messageFor } from '../errors.js'
import type { Log } from '../log.js'
import { truncateText } from '../turns/chunks.js'
import type { VoiceEngine, VoiceTimers } from '../voice/engine.js'
import { createPcmDecoder } from '../voice/pcm-base64.js'
import { openPushToTalk } from '../voice/push-to-talk.js'
import { createSampleBatcher } from '../voice/sample-buffers.js'
import {
  createTurnDetector,
  type MicrophoneSettings,
  type RecognisedTurn,
  type TurnDetectionEvents,
} from '../voice/turn-detection.js'
import { watchIdleness } from './idleness.js'
import type { SessionPeer } from './ports.js'

export type VoiceInputDeps = {
  readonly voice: VoiceEngine
  readonly timers: VoiceTimers
  readonly clock: Clock
  readonly limits: Pick<Limits, 'messageCharacters'>
  readonly log: Log
}

export type VoiceInputEvents = {
  /** A turn is over; `send` sends its transcript to the client, unless that was done. */
  readonly onTurn: (turn: RecognisedTurn, send: () => void) => void
  /** The transcript so far; `send` sends it to the client. */
  readonly onPartial: (text: string, send: () => void) => void
  /** There was speech, or the button was held, but no words were recognised. */
  readonly onNoWords: () => void
  readonly onFrame: (frame: VadFrame) => void
  /** Push-to-talk: the button was pressed. */
  readonly onButtonPress: () => void
  /** The player uses the microphone. */
  readonly onActivity: () => void
}

type VoiceClient = {
  readonly peer: Pick<SessionPeer, 'emit'>
  /** Guests are not told which provider failed. */
  readonly isGuest: boolean
}

export interface VoiceInput {
  /** Once it was `push_to_talk`, it stays so (docs/wire-protocol.md, Voice mode and push-to-talk). */
  start(turnMode: string | undefined): Promise<void>
  /** Resolves when the last turn is recognised and the recogniser is closed. */
  stop(): Promise<void>
  /** PCM in base64. */
  stream(audio: string): void
  close(): void
}

/** The microphone of a session: voice mode and push-to-talk (docs/wire-protocol.md, Microphone audio). */
export function createVoiceInput(
  deps: VoiceInputDeps,
  settings: MicrophoneSettings,
  { peer, isGuest, ...events }: VoiceInputEvents & VoiceClient,
): VoiceInput {
  const report = createReport(deps, { peer, isGuest })
  const decode = createPcmDecoder()
  const idleness = createVoiceIdleness(deps, peer, () => close())
  let isPushToTalk = false
  /** Some clients never send `start_voice`; until one has, audio opens the microphone. */
  let usesVoiceEvents = false
  let microphone: OpenMicrophone | undefined
  let stopping: Promise<void> = Promise.resolve()

  const close = () => {
    idleness.stop()
    microphone?.close()
    microphone = undefined
  }
  const detected = detectionEvents(report, events, idleness.note)
  const open = (): boolean => {
    try {
      microphone = openMicrophone(deps, settings, { isPushToTalk, events: detected })
    } catch (error) {
      report.onFailure(error)
      return false
    }
    idleness.start()
    return true
  }
  const finish = async () => {
    const finished = microphone
    const turn = await finished?.finish()
    if (microphone === finished) close()
    if (turn !== undefined) report.transcript(turn)
    peer.emit('voice_stopped', isPushToTalk ? { ptt_turn_end: true } : {})
    if (turn !== undefined) events.onTurn(turn, () => undefined)
    else if (isPushToTalk) events.onNoWords()
  }

  return {
    start: async (turnMode) => {
      events.onActivity()
      usesVoiceEvents = true
      await stopping
      // A microphone that audio has opened is in voice mode.
      if (turnMode === 'push_to_talk' && !isPushToTalk) close()
      isPushToTalk ||= turnMode === 'push_to_talk'
      if (microphone !== undefined) return peer.emit('voice_started', { already_active: true })
      if (isPushToTalk) events.onButtonPress()
      if (open()) peer.emit('voice_started', {})
    },
    stop: async () => {
      events.onActivity()
      await stopping
      if (microphone === undefined) return peer.emit('voice_stopped', { already_stopped: true })
      stopping = finish()
      await stopping
    },
    stream: (audio) => {
      const samples = decode(audio)
      if (samples === undefined) return report.oncePerSession(INVALID_AUDIO)
      if (microphone === undefined && (usesVoiceEvents || !open())) return
      microphone?.push(samples)
    },
    close,
  }
}

const INVALID_AUDIO = { error: 'invalid_audio', message: 'Audio must be 16-bit PCM in base64' }

type OpenMicrophone = {
  push(samples: Float32Array): void
  /** Resolves with the turn of push-to-talk; turns of the voice mode are events. */
  finish(): Promise<RecognisedTurn | undefined>
  close(): void
}

/** Audio that was recorded before the release of the button arrives up to so much later. */
const LATE_AUDIO_MS = 150

function openMicrophone(
  { voice: engine, timers }: VoiceInputDeps,
  settings: MicrophoneSettings,
  { isPushToTalk, events }: { readonly isPushToTalk: boolean; readonly events: TurnDetectionEvents },
): OpenMicrophone {
  // The detector needs whole frames.
  const minLength = Math.round((settings.sampleRate * VAD_FRAME_MS) / 1000)
  if (!isPushToTalk) {
    const detector = createTurnDetector({ engine, timers }, settings, events)
    const { push, flush } = createSampleBatcher(minLength, detector.push)
    const finish = async () => {
      flush()
      await detector.finish()
      return undefined
    }
    return { push, finish, close: detector.close }
  }
  const button = openPushToTalk({ engine, timers }, settings, events)
  const { push, flush } = createSampleBatcher(minLength, button.push)
  const finish = async () => {
    await new Promise<void>((resolve) => timers.after(LATE_AUDIO_MS, resolve))
    flush()
    return button.release()
  }
  return { push, finish, close: button.close }
}

/** Speech keeps the voice mode from its time-out; turn taking decides when transcripts are sent. */
const detectionEvents = (
  report: ReturnType<typeof createReport>,
  { onPartial, onTurn, onNoWords, onFrame }: VoiceInputEvents,
  noteSpeech: () => void,
): TurnDetectionEvents => ({
  onNoWords,
  onNotice: report.onNotice,
  onFailure: report.onFailure,
  onPartial: (text) => {
    noteSpeech()
    onPartial(text, () => report.partial(text))
  },
  onTurn: (turn) => {
    noteSpeech()
    onTurn(turn, () => report.transcript(turn))
  },
  onFrame: (frame) => {
    if (frame.isSpeech) noteSpeech()
    onFrame(frame)
  },
})

type VoiceError = { readonly error: string; readonly message: string }

/** Transcripts and errors for the client. */
function createReport({ log, limits }: VoiceInputDeps, { peer, isGuest }: VoiceClient) {
  const reported = new Set<string>()
  const cut = (text: string) => truncateText(text, limits.messageCharacters)
  const oncePerSession = ({ error, message }: VoiceError) => {
    if (!reported.has(error)) peer.emit('voice_error', { error, message })
    reported.add(error)
  }
  return {
    oncePerSession,
    partial: (text: string) => {
      if (text.trim() !== '') peer.emit('stt_response', { text: cut(text), is_final: false })
    },
    transcript: ({ text, confidence, language }: RecognisedTurn) =>
      peer.emit('stt_response', {
        text: cut(text),
        is_final: true,
        ...(confidence !== undefined && { confidence }),
        ...(language !== undefined && { language }),
      }),
    onNotice: ({ isOncePerSession, error, message }: VoiceError & { readonly isOncePerSession: boolean }) => {
      if (isOncePerSession) oncePerSession({ error, message })
      else peer.emit('voice_error', { error, message })
    },
    onFailure: (error: unknown) => {
      const isExpected = error instanceof DomainError && typeof error.detail === 'string'
      if (!isExpected) log.error('The recogniser failed', { err: error })
      else log[isLoggedFailure(error) ? 'debug' : 'warn']('The recogniser failed', { err: error })
      const message = isExpected ? messageFor(error, { isGuest }) : 'The recogniser failed'
      peer.emit('voice_error', { error: 'recognition_failed', message })
    },
  }
}

/**
 * Releases the recogniser after too long without speech; the session stays open
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
function createVoiceIdleness(
  { clock, voice }: Pick<VoiceInputDeps, 'clock' | 'voice'>,
  peer: Pick<SessionPeer, 'emit'>,
  close: () => void,
) {
  const seconds = voice.timings.voiceIdleMs / 1000
  let watch: ReturnType<typeof watchIdleness> | undefined
  const stop = () => {
    watch?.stop()
    watch = undefined
  }
  return {
    note: () => watch?.note(),
    stop,
    start: () => {
      stop()
      watch = watchIdleness({ clock, seconds }, async (idleSeconds) => {
        close()
        peer.emit('voice_timeout', {
          reason: 'voice_inactivity',
          idle_seconds: idleSeconds,
          timeout_seconds: seconds,
        })
      })
    },
  }
}
