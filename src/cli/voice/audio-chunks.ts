import { concat } from '../../audio/resample.js'
import { PIECE_SAMPLES } from '../../client/session/microphone.js'

/** Sound, 100 ms at a time, however it comes. */
export interface AudioChunks {
  /** The last one is as long as what is left; undefined when there is none. */
  next(): Promise<Float32Array | undefined>
}

export function createAudioChunks(sound: AsyncIterable<Float32Array>): AudioChunks {
  const source = sound[Symbol.asyncIterator]()
  let held: Float32Array = new Float32Array(0)
  return {
    next: async () => {
      while (held.length < PIECE_SAMPLES) {
        const { value, done } = await source.next()
        if (done === true) break
        held = concat([held, value])
      }
      if (held.length === 0) return undefined
      const piece = held.subarray(0, PIECE_SAMPLES)
      held = held.subarray(PIECE_SAMPLES)
      return piece
    },
  }
}
