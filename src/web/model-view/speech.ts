import { writeWav } from '../../audio/wav.js'
import { type FaceWeights, weightsAt } from '../figure/face-frames.js'
import { decodeBase64, type SpokenReply } from './page-data.js'

/** Plays a recorded reply, with its face. */
export type Speech = {
  /** How long its sound is, in seconds. */
  readonly duration: number
  isSpeaking(): boolean
  /** Whether a moment of it is held: its face is shown, and nothing is heard. */
  isHeld(): boolean
  /** Plays it from the moment that is held, or from the beginning; must be called during a user gesture. */
  start(): void
  /** Ends it, and lets go of what is held. */
  stop(): void
  /** Holds the moment after so many seconds. */
  hold(seconds: number): void
  /** Plays it so many times as fast, as high as it is. */
  setSpeed(rate: number): void
  /** Where it is, in seconds; 0 at rest. */
  at(): number
  /** The face of what is heard now, or held; null at rest. */
  face(): FaceWeights | null
  /** From where to where the text is heard now; null at rest, and where that is not known. */
  heard(): readonly [from: number, to: number] | null
}

type SpeechListener = {
  /** It has begun, or ended, by itself or by `stop`, or is held. */
  onChange(): void
  /** Asked at its end: whether it begins again. */
  isRepeated(): boolean
  onAction(name: string): void
}

export function createSpeech(
  { pcm16, sampleRate, frames, actions, heard = [] }: SpokenReply,
  { onChange, isRepeated, onAction }: SpeechListener,
): Speech {
  const samples = decodeBase64(pcm16)
  const duration = samples.length / 2 / sampleRate
  const wav = Uint8Array.from(writeWav(sampleRate, samples))
  const sound = new Audio(URL.createObjectURL(new Blob([wav], { type: 'audio/wav' })))
  let state: 'still' | 'speaking' | 'held' = 'still'
  let at = 0
  let done = 0

  const become = (next: typeof state, from = 0) => {
    if (state === 'still' && next === 'still') return
    sound.pause()
    ;[state, at] = [next, from]
    done = actions.filter((action) => action.at < from).length
    onChange()
  }
  const elapsed = () => (state === 'speaking' ? sound.currentTime : at)
  const start = () => {
    become('speaking', at)
    sound.currentTime = at
    // Where it cannot be heard it is not spoken. What is stopped meanwhile rejects, too.
    sound.play().catch(() => state === 'speaking' && sound.paused && become('still'))
  }
  sound.addEventListener('ended', () => {
    if (state !== 'speaking') return
    become('still')
    if (isRepeated()) start()
  })

  return {
    duration,
    isSpeaking: () => state === 'speaking',
    isHeld: () => state === 'held',
    start,
    stop: () => become('still'),
    hold: (seconds) => become('held', Math.min(Math.max(seconds, 0), duration)),
    setSpeed(rate) {
      sound.playbackRate = rate
    },
    at: elapsed,
    face() {
      if (state === 'still') return null
      const time = elapsed()
      for (const action of state === 'speaking' ? actions.slice(done) : []) {
        if (action.at > time) break
        done += 1
        onAction(action.name)
      }
      return weightsAt(frames, time)
    },
    heard() {
      if (state === 'still') return null
      const time = elapsed()
      const next = heard.findIndex((part) => part.at > time)
      const now = heard[next]
      return now === undefined ? null : [heard[next - 1]?.textEnd ?? 0, now.textEnd]
    },
  }
}
