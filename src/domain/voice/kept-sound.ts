import { concat } from '../../audio/resample.js'

/** The last so many samples of a stream, by their position in it. */
export function createKeptSound(most: number) {
  let kept: readonly Float32Array[] = []
  let length = 0
  let end = 0
  return {
    push: (samples: Float32Array): void => {
      kept = [...kept, samples]
      length += samples.length
      end += samples.length
      while (length - (kept[0]?.length ?? 0) >= most) {
        length -= kept[0]?.length ?? 0
        kept = kept.slice(1)
      }
    },
    /** What is there of the stream from that position on. */
    from: (position: number): Float32Array => {
      const all = concat(kept)
      return all.subarray(Math.max(0, all.length - Math.max(0, end - position)))
    },
    /** How many samples went by. */
    end: (): number => end,
  }
}
