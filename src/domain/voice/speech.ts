import { DomainError, isLoggedFailure, messageFor } from '../errors.js'
import type { Log } from '../log.js'
import {
  type AudioSender,
  type AudioSenderDeps,
  type AudioSenderSettings,
  createAudioSender,
} from './audio-sender.js'
import type { VoiceEngine } from './engine.js'
import type { VoiceSettings } from './ports.js'
import { createReplySynthesis } from './synthesis.js'

/** The audio of one reply, from its text to the client. */
export interface Speech
  extends Pick<
    AudioSender,
    | 'begun'
    | 'sent'
    | 'over'
    | 'hasBegun'
    | 'isSent'
    | 'isOver'
    | 'isPlaying'
    | 'playingMs'
    | 'pause'
    | 'resume'
    | 'complete'
  > {
  /** Text that continues the text before. */
  say(text: string): void
  /** No text will follow. */
  end(): void
  /** The part of the text that was played, at the latest when it was stopped. When the voice has failed, all of it. */
  playedText(text: string): string
  /** Sends nothing any more. */
  stop(): void
}

export type SpeechDeps = AudioSenderDeps & {
  readonly engine: Pick<VoiceEngine, 'synthesis' | 'timings'>
  readonly log: Log
}

export type SpeechStage = 'engaged' | 'first_audio' | 'all_made'

export type SpeechSettings = Omit<AudioSenderSettings, 'onFirst'> & {
  readonly voice: VoiceSettings
  /** The client is a program that reads the words from the sound. */
  readonly hasDataLayer: boolean
  /** Guests are not told which provider failed. */
  readonly isGuest: boolean
  /** Called at each stage as it is reached, once. */
  readonly onStage: (stage: SpeechStage) => void
}

/** The longest wait for a reply's first audio; providers have shorter limits of their own. */
const FIRST_AUDIO_MS = 15_000

/** Speaks a reply. When the voice fails, its audio ends and its text goes on. */
export function createSpeech(deps: SpeechDeps, settings: SpeechSettings): Speech {
  const { engine, timers, playback } = deps
  const { onStage } = settings
  const sender = createAudioSender(deps, { ...settings, onFirst: () => onStage('first_audio') })
  let hasFailed = false

  const synthesis = createReplySynthesis(
    { synthesis: engine.synthesis, timers },
    {
      ...settings,
      timeoutMs: () =>
        sender.isPlaying() ? engine.timings.starvedMs + playback.bufferedMs() : FIRST_AUDIO_MS,
      push: sender.push,
      onEngaged: () => onStage('engaged'),
      onEnd: (hasText) => {
        onStage('all_made')
        if (hasText) sender.end()
        else sender.stop()
      },
      onFailure: (error) => {
        hasFailed = true
        reportFailure(deps, settings, error)
      },
    },
  )
  return {
    ...sender,
    say: synthesis.say,
    end: synthesis.end,
    playedText: (text) => (hasFailed ? text : sender.playedText(text)),
    stop: () => {
      synthesis.stop()
      sender.stop()
    },
  }
}

function reportFailure(
  { log, emit }: SpeechDeps,
  settings: Pick<SpeechSettings, 'isGuest'>,
  error: unknown,
): void {
  const isExpected = error instanceof DomainError && typeof error.detail === 'string'
  if (!isExpected) log.error('The voice failed', { err: error })
  else log[isLoggedFailure(error) ? 'debug' : 'warn']('The voice failed', { err: error })
  const message = isExpected ? messageFor(error, settings) : 'The voice failed'
  emit('voice_error', { error: 'voice_failed', message })
}
