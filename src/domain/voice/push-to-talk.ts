import type { ListeningDeps, ListeningEvents, ListeningSettings, RecognisedTurn } from './listening.js'
import { openUtterance } from './utterance.js'

export interface PushToTalk {
  push(samples: Float32Array): void
  /** The button was let go: resolves with what was said, undefined when that is nothing. */
  release(): Promise<RecognisedTurn | undefined>
  close(): void
}

type PushToTalkEvents = Pick<ListeningEvents, 'onPartial' | 'onNotice' | 'onFailure'>

/** Less than this of a voice is a knock on the microphone. */
const LEAST_VOICED_FRAMES = 3

/**
 * Push-to-talk: all that is said while the button is held is one turn, pauses included
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
export function openPushToTalk(
  deps: ListeningDeps,
  settings: ListeningSettings,
  events: PushToTalkEvents,
): PushToTalk {
  const { sampleRate, hearing } = settings
  const { engine, timers } = deps
  const detector = engine.activity.open(settings)
  const utterance = openUtterance(
    { recognition: engine.recognition, timers },
    { ...events, request: { sampleRate, hearing } },
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
      if (voicedFrames < LEAST_VOICED_FRAMES) {
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
