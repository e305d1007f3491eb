import { VAD_FRAME_MS, type VadFrame } from '../../audio/vad.js'
import type { Limits } from '../../contract/limits.js'
import type { Clock } from '../clock.js'
import { DomainError } from '../errors.js'
import type { Log } from '../log.js'
import type { VoiceEngine, VoiceTimers } from '../voice/engine.js'
import { joinFrames } from '../voice/join-frames.js'
import {
  createListening,
  type ListeningEvents,
  type ListeningSettings,
  type RecognisedTurn,
} from '../voice/listening.js'
import { createPcmDecoder } from '../voice/pcm-base64.js'
import { openPushToTalk } from '../voice/push-to-talk.js'
import { truncateText } from './chunks.js'
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
  /** The player has said something, and is done; `tell` tells the client, if it is a turn. */
  readonly onTurn: (turn: RecognisedTurn, tell: () => void) => void
  /** What is known so far; `tell` tells the client. */
  readonly onPartial: (text: string, tell: () => void) => void
  readonly onNothing: () => void
  readonly onFrame: (frame: VadFrame) => void
  /** The player has pressed the button. */
  readonly onPress: () => void
  /** The player uses the microphone. */
  readonly onSign: () => void
}

export interface VoiceInput {
  /** `push_to_talk` holds from then on (docs/wire-protocol.md, Voice mode and push-to-talk). */
  start(turnMode: string | undefined): Promise<void>
  /** Resolves when what was begun is told and the recogniser is closed. */
  stop(): Promise<void>
  /** PCM in base64. */
  stream(audio: string): void
  close(): void
}

/** Late sound of a button that was let go still counts for so long. */
const GRACE_MS = 150

/** The microphone of a session: voice mode and push-to-talk (docs/wire-protocol.md, Microphone audio). */
export function createVoiceInput(
  deps: VoiceInputDeps,
  settings: ListeningSettings,
  { peer, ...events }: VoiceInputEvents & { readonly peer: Pick<SessionPeer, 'emit'> },
): VoiceInput {
  const tell = createTeller(deps, peer)
  const read = createPcmDecoder()
  const idleness = createVoiceIdleness(deps, peer, () => shut())
  let isPushToTalk = false
  /** Lens V1 never sends `start_voice`: until somebody has, sound opens the ear by itself. */
  let hasAsked = false
  let ear: OpenMicrophone | undefined
  let stopping: Promise<void> = Promise.resolve()

  const shut = () => {
    idleness.stop()
    ear?.close()
    ear = undefined
  }
  const noted = notingEvents(tell, events, idleness.note)
  const open = (): boolean => {
    try {
      ear = openMicrophone(deps, settings, { isPushToTalk, events: noted })
    } catch (error) {
      tell.onFailure(error)
      return false
    }
    idleness.start()
    return true
  }
  const end = async () => {
    const over = ear
    const turn = await over?.finish()
    if (ear === over) shut()
    if (turn !== undefined) tell.final(turn)
    peer.emit('voice_stopped', isPushToTalk ? { ptt_turn_end: true } : {})
    if (turn !== undefined) events.onTurn(turn, () => undefined)
  }

  return {
    start: async (turnMode) => {
      events.onSign()
      hasAsked = true
      await stopping
      // An ear that opened by itself listens for turns; whoever asks for the button gets it.
      if (turnMode === 'push_to_talk' && !isPushToTalk) shut()
      isPushToTalk ||= turnMode === 'push_to_talk'
      if (ear !== undefined) return peer.emit('voice_started', { already_active: true })
      if (isPushToTalk) events.onPress()
      if (open()) peer.emit('voice_started', {})
    },
    stop: async () => {
      events.onSign()
      await stopping
      if (ear === undefined) return peer.emit('voice_stopped', { already_stopped: true })
      stopping = end()
      await stopping
    },
    stream: (audio) => {
      const samples = read(audio)
      if (samples === undefined) return tell.once(BROKEN)
      if (ear === undefined && (hasAsked || !open())) return
      ear?.push(samples)
    },
    close: shut,
  }
}

const BROKEN = { error: 'invalid_audio', message: 'Audio must be 16-bit PCM in base64' }

type OpenMicrophone = {
  push(samples: Float32Array): void
  /** What was said and not told yet. */
  finish(): Promise<RecognisedTurn | undefined>
  close(): void
}

type Opening = { readonly isPushToTalk: boolean; readonly events: ListeningEvents }

function openMicrophone(
  deps: VoiceInputDeps,
  settings: ListeningSettings,
  { isPushToTalk, events }: Opening,
): OpenMicrophone {
  const { voice: engine, timers } = deps
  // Nothing is known of less than a frame of the detector.
  const least = Math.round((settings.sampleRate * VAD_FRAME_MS) / 1000)
  if (!isPushToTalk) {
    const listening = createListening({ engine, timers }, settings, events)
    const { push, flush } = joinFrames(least, listening.push)
    const finish = async () => {
      flush()
      await listening.finish()
      return undefined
    }
    return { ...listening, push, finish }
  }
  const hold = openPushToTalk({ engine, timers }, settings, events)
  const { push, flush } = joinFrames(least, hold.push)
  const finish = async () => {
    await new Promise<void>((resolve) => timers.after(GRACE_MS, resolve))
    flush()
    return hold.release()
  }
  return { ...hold, push, finish }
}

/** Speech keeps the voice mode awake, and is told when the floor allows it. */
const notingEvents = (
  tell: ReturnType<typeof createTeller>,
  { onPartial, onTurn, onNothing, onFrame }: VoiceInputEvents,
  note: () => void,
): ListeningEvents => ({
  ...tell,
  onNothing,
  onPartial: (text) => {
    note()
    onPartial(text, () => tell.onPartial(text))
  },
  onTurn: (turn) => {
    note()
    onTurn(turn, () => tell.final(turn))
  },
  onFrame: (frame) => {
    if (frame.isSpeech) note()
    onFrame(frame)
  },
})

/** What the client is told of what is heard. */
function createTeller({ log, limits }: VoiceInputDeps, peer: Pick<SessionPeer, 'emit'>) {
  const told = new Set<string>()
  const once = ({ error, message }: { readonly error: string; readonly message: string }) => {
    if (!told.has(error)) peer.emit('voice_error', { error, message })
    told.add(error)
  }
  return {
    once,
    onPartial: (text: string) => {
      if (text.trim() !== '')
        peer.emit('stt_response', { text: truncateText(text, limits.messageCharacters), is_final: false })
    },
    final: ({ text, confidence, language }: RecognisedTurn) =>
      peer.emit('stt_response', {
        text: truncateText(text, limits.messageCharacters),
        is_final: true,
        ...(confidence !== undefined && { confidence }),
        ...(language !== undefined && { language }),
      }),
    onNotice: (notice: {
      readonly error: string
      readonly message: string
      readonly isOncePerSession: boolean
    }) => {
      if (notice.isOncePerSession) once(notice)
      else peer.emit('voice_error', { error: notice.error, message: notice.message })
    },
    onFailure: (error: unknown) => {
      const isExpected = error instanceof DomainError && typeof error.detail === 'string'
      if (isExpected) log.warn('The recogniser failed', { err: error })
      else log.error('The recogniser failed', { err: error })
      const message = isExpected ? error.message : 'The recogniser failed'
      peer.emit('voice_error', { error: 'recognition_failed', message })
    },
  }
}

/**
 * Releases the recogniser after too long without speech; the session stays
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
function createVoiceIdleness(
  { clock, voice }: Pick<VoiceInputDeps, 'clock' | 'voice'>,
  peer: Pick<SessionPeer, 'emit'>,
  shut: () => void,
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
        shut()
        peer.emit('voice_timeout', {
          reason: 'voice_inactivity',
          idle_seconds: idleSeconds,
          timeout_seconds: seconds,
        })
      })
    },
  }
}
