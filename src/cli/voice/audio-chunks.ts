import { concatSamples } from '../../audio/resample.js'
import { CHUNK_SAMPLES } from '../../client/session/microphone-chunker.js'

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
      while (held.length < CHUNK_SAMPLES) {
        const { value, done } = await source.next()
        if (done === true) break
        held = concatSamples([held, value])
      }
      if (held.length === 0) return undefined
      const piece = held.subarray(0, CHUNK_SAMPLES)
      held = held.subarray(CHUNK_SAMPLES)
      return piece
    },
  }
}
