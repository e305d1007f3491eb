import { createChannel } from '../../../src/domain/voice/channel.js'
import type {
  RecognitionEvent,
  RecognitionRequest,
  SpeechRecognition,
  VoiceActivity,
} from '../../../src/domain/voice/ports.js'

export const WORD_MS = 200
const FRAME_MS = 20
const isLoud = (samples: Float32Array) => samples.some((sample) => sample > 0.05)

/** Takes every frame that is loud for a voice; certain after 200 ms, over after 500. */
export const scriptedActivity: VoiceActivity = {
  open: ({ sampleRate }) => {
    const length = (sampleRate * FRAME_MS) / 1000
    let position = 0
    let voiced = 0
    let silent = 0
    let start: number | null = null
    const look = (frame: Float32Array) => {
      position += length
      const isVoiced = isLoud(frame)
      voiced = isVoiced ? voiced + 1 : voiced
      silent = isVoiced ? 0 : silent + 1
      if (silent > 5 && start === null) voiced = 0
      const begins = start === null && voiced * FRAME_MS >= 200
      if (begins) start = position - voiced * length
      const ends = start !== null && silent * FRAME_MS >= 500
      const speechStart = start
      if (ends) start = null
      if (ends) voiced = 0
      const change = begins ? ('start' as const) : null
      return {
        end: position,
        levelDb: isVoiced ? -20 : -90,
        isVoiced,
        isSpeech: start !== null,
        change: ends ? ('end' as const) : change,
        speechStart,
        silenceMs: speechStart === null ? null : silent * FRAME_MS,
      }
    }
    return {
      push: (samples) =>
        Array.from({ length: Math.floor(samples.length / length) }, (_, at) =>
          look(samples.subarray(at * length, (at + 1) * length)),
        ),
    }
  },
}

type Habits = {
  /** What each utterance holds, in order. */
  readonly says?: readonly string[]
  readonly error?: unknown
  readonly notice?: Extract<RecognitionEvent, { type: 'notice' }>
}

/** A recogniser that hears what the test lets it hear: one more word of the next text for every 200 ms of loud sound. */
export function createControlledRecogniser({ says = [], error, notice }: Habits = {}) {
  const requests: RecognitionRequest[] = []
  const heardMs: number[] = []
  const open = new Set<number>()
  const recognition: SpeechRecognition = {
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const words = (says[requests.length] ?? '').split(' ').filter((word) => word !== '')
      const index = requests.push(request) - 1
      let loudMs = 0
      let told = 0
      open.add(index)
      heardMs[index] = 0
      const close = () => channel.end()
      signal.addEventListener('abort', close, { once: true })
      if (notice !== undefined) channel.push(notice)
      return {
        push: (samples) => {
          const length = (request.sampleRate * FRAME_MS) / 1000
          heardMs[index] = (heardMs[index] ?? 0) + (1000 * samples.length) / request.sampleRate
          for (let at = 0; at < samples.length; at += length) {
            if (isLoud(samples.subarray(at, at + length))) loudMs += FRAME_MS
          }
          const known = Math.min(words.length, Math.floor(loudMs / WORD_MS))
          if (known > told) channel.push({ type: 'partial', text: words.slice(0, known).join(' ') })
          told = known
        },
        finish: () => {
          open.delete(index)
          if (error !== undefined) return channel.fail(error)
          channel.push({ type: 'final', text: words.join(' '), confidence: 0.9, language: 'en' })
          channel.end()
        },
        close: () => {
          open.delete(index)
          close()
        },
        events: channel.values,
      }
    },
  }
  return { recognition, requests, heardMs, open: () => open.size }
}
