import { DomainError } from '../errors.js'
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

/** The sound of one reply, on its way to the client. */
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
  /** Text that goes on with what was said before. */
  say(text: string): void
  /** Nothing more will be said. */
  end(): void
  /** What was heard of the text, at the latest when it was stopped. Without a voice all that was said counts. */
  heard(said: string): string
  /** Breaks it off: nothing more is sent. */
  stop(): void
}

export type SpeechDeps = AudioSenderDeps & {
  readonly engine: Pick<VoiceEngine, 'synthesis' | 'timings'>
  readonly log: Log
}

export type SpeechStage = 'engaged' | 'first_audio' | 'all_made'

export type SpeechSettings = Omit<AudioSenderSettings, 'onFirst'> & {
  readonly voice: VoiceSettings
  /** Told of each stage as it is reached, once. */
  readonly onStage: (stage: SpeechStage) => void
}

/** The longest wait for a reply's first sound; providers have shorter limits of their own. */
const FIRST_SOUND_MS = 15_000

/** Speaks a reply. When the voice fails, its sound ends and its text goes on. */
export function createSpeech(deps: SpeechDeps, settings: SpeechSettings): Speech {
  const { engine, timers, line } = deps
  const { onStage } = settings
  const outlet = createAudioSender(deps, { ...settings, onFirst: () => onStage('first_audio') })
  let hasFailed = false

  const voicing = createReplySynthesis(
    { synthesis: engine.synthesis, timers },
    {
      ...settings,
      patienceMs: () => (outlet.isPlaying() ? engine.timings.starvedMs + line.queuedMs() : FIRST_SOUND_MS),
      push: outlet.push,
      onEngaged: () => onStage('engaged'),
      onEnd: (hasSaid) => {
        onStage('all_made')
        if (hasSaid) outlet.end()
        else outlet.stop()
      },
      onFailure: (error) => {
        hasFailed = true
        tellFailure(deps, error)
      },
    },
  )
  return {
    ...outlet,
    say: voicing.say,
    end: voicing.end,
    heard: (said) => (hasFailed ? said : outlet.heard(said)),
    stop: () => {
      voicing.stop()
      outlet.stop()
    },
  }
}

/** The client is told; the text of the reply goes on without sound. */
function tellFailure({ log, emit }: SpeechDeps, error: unknown): void {
  const isExpected = error instanceof DomainError && typeof error.detail === 'string'
  if (isExpected) log.warn('The voice failed', { err: error })
  else log.error('The voice failed', { err: error })
  emit('voice_error', { error: 'voice_failed', message: isExpected ? error.message : 'The voice failed' })
}
