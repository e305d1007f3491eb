import type {
  MicrophoneSettings,
  RecognisedTurn,
  TurnDetectionDeps,
  TurnDetectionEvents,
} from './turn-detection.js'
import { openUtterance } from './utterance.js'

export interface PushToTalk {
  push(samples: Float32Array): void
  /** The button was released: resolves with the turn, or undefined when no words were recognised. */
  release(): Promise<RecognisedTurn | undefined>
  close(): void
}

type PushToTalkEvents = Pick<TurnDetectionEvents, 'onPartial' | 'onNotice' | 'onFailure'>

/** With fewer voiced frames there was no speech, just a knock on the microphone. */
const MIN_VOICED_FRAMES = 3

/**
 * Push-to-talk: everything between the press and the release of the button is one turn, pauses included
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
export function openPushToTalk(
  deps: TurnDetectionDeps,
  settings: MicrophoneSettings,
  events: PushToTalkEvents,
): PushToTalk {
  const { sampleRate, recognition } = settings
  const { engine, timers } = deps
  const detector = engine.activity.open(settings)
  const utterance = openUtterance(
    { recognition: engine.recognition, timers },
    { ...events, request: { sampleRate, settings: recognition } },
  )
  let voicedFrames = 0
  let position = 0
  let lastVoiced = 0
  let isOver = false
  void utterance.failed.then((error) => {
    if (!isOver) events.onFailure(error)
    isOver = true
  })

  return {
    push: (samples) => {
      utterance.push(samples)
      for (const { isVoiced, end } of detector.push(samples)) {
        position = end
        if (isVoiced) lastVoiced = end
        if (isVoiced) voicedFrames += 1
      }
    },
    release: async () => {
      if (isOver) return undefined
      if (voicedFrames < MIN_VOICED_FRAMES) {
        isOver = true
        utterance.close()
        return undefined
      }
      const transcript = await utterance.finish().catch(() => undefined)
      if (transcript === undefined || transcript.text.trim() === '') return undefined
      return { ...transcript, silenceMs: ((position - lastVoiced) / sampleRate) * 1000, endedBy: 'release' }
    },
    close: () => {
      isOver = true
      utterance.close()
    },
  }
}
