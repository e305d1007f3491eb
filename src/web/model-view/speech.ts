import { fromPcm16 } from '../../audio/pcm.js'
import { type FaceWeights, weightsAt } from '../figure/face-frames.js'
import { decodeBase64, type SpokenReply } from './page-data.js'

/** Plays a recorded reply, with its face. */
export type Speech = {
  isSpeaking(): boolean
  /** Plays it from the beginning; must be called during a user gesture. */
  start(): void
  stop(): void
  /** The face that goes with what is heard now; empty at rest. */
  face(): FaceWeights
  /** From where to where the text is heard now; null at rest, and where that is not known. */
  heard(): readonly [from: number, to: number] | null
}

type SpeechListener = {
  /** It has begun, or ended, by itself or by `stop`. */
  onChange(isSpeaking: boolean): void
  /** Asked at its end: whether it begins again. */
  isRepeated(): boolean
  onAction(name: string): void
}

export function createSpeech(
  { pcm16, sampleRate, frames, actions, heard = [] }: SpokenReply,
  { onChange, isRepeated, onAction }: SpeechListener,
): Speech {
  const samples = fromPcm16(decodeBase64(pcm16))
  let playing: { readonly context: AudioContext; readonly startedAt: number } | undefined
  let done = 0

  const stop = () => {
    if (playing === undefined) return
    void playing.context.close()
    playing = undefined
    onChange(false)
  }
  /** Seconds of the sound that were heard. */
  const elapsed = ({ context, startedAt }: NonNullable<typeof playing>) =>
    context.currentTime - startedAt - (context.outputLatency || 0)

  const start = () => {
    stop()
    const context = new AudioContext()
    const buffer = context.createBuffer(1, samples.length, sampleRate)
    buffer.copyToChannel(Float32Array.from(samples), 0)
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(context.destination)
    source.addEventListener('ended', () => {
      if (playing?.context !== context) return
      stop()
      if (isRepeated()) start()
    })
    source.start()
    playing = { context, startedAt: context.currentTime }
    done = 0
    onChange(true)
  }

  return {
    isSpeaking: () => playing !== undefined,
    start,
    stop,
    face() {
      if (playing === undefined) return {}
      const time = elapsed(playing)
      for (const { at, name } of actions.slice(done)) {
        if (at > time) break
        done += 1
        onAction(name)
      }
      return weightsAt(frames, time)
    },
    heard() {
      if (playing === undefined) return null
      const time = elapsed(playing)
      const next = heard.findIndex(({ at }) => at > time)
      const now = heard[next]
      return now === undefined ? null : [heard[next - 1]?.textEnd ?? 0, now.textEnd]
    },
  }
}
