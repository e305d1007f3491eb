/** The last so many samples of a stream, by their position in it. What a push costs depends on its samples alone. */
export function createKeptSound(most: number) {
  // A ring: the sample at a position lies at that position modulo the length.
  const ring = new Float32Array(most)
  let end = 0
  return {
    push: (samples: Float32Array): void => {
      const last = samples.subarray(Math.max(0, samples.length - most))
      const at = (end + samples.length - last.length) % most
      const first = last.subarray(0, most - at)
      ring.set(first, at)
      ring.set(last.subarray(first.length), 0)
      end += samples.length
    },
    /** What is there of the stream from that position on. */
    from: (position: number): Float32Array => {
      const start = Math.min(end, Math.max(position, end - most, 0))
      const at = start % most
      const kept = new Float32Array(end - start)
      const first = ring.subarray(at, at + kept.length)
      kept.set(first)
      kept.set(ring.subarray(0, kept.length - first.length), first.length)
      return kept
    },
    /** How many samples went by. */
    end: (): number => end,
  }
}
