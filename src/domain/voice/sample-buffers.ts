export interface SampleBatcher {
  push(samples: Float32Array): void
  /** Passes on what is left, however short. */
  flush(): void
}

/**
 * Collects short chunks until there are `minLength` samples, because each chunk costs its receiver the same, however short it
 * is. A chunk that is long enough is passed on as it is, without a copy.
 */
export function createSampleBatcher(
  minLength: number,
  receive: (samples: Float32Array) => void,
): SampleBatcher {
  const buffer = new Float32Array(minLength)
  let filled = 0
  const flush = () => {
    if (filled === 0) return
    const samples = buffer.slice(0, filled)
    filled = 0
    receive(samples)
  }
  return {
    flush,
    push: (samples) => {
      if (filled === 0 && samples.length >= minLength) return receive(samples)
      const taken = samples.subarray(0, minLength - filled)
      buffer.set(taken, filled)
      filled += taken.length
      if (filled < minLength) return
      flush()
      const rest = samples.subarray(taken.length)
      if (rest.length >= minLength) return receive(rest)
      buffer.set(rest)
      filled = rest.length
    },
  }
}

/** The newest samples of a stream, by their position in it. The cost of a push depends on its own length alone. */
export function createSampleRing(capacity: number) {
  // The sample at a position is stored at that position modulo the capacity.
  const ring = new Float32Array(capacity)
  let end = 0
  return {
    push: (samples: Float32Array): void => {
      const newest = samples.subarray(Math.max(0, samples.length - capacity))
      const at = (end + samples.length - newest.length) % capacity
      const first = newest.subarray(0, capacity - at)
      ring.set(first, at)
      ring.set(newest.subarray(first.length), 0)
      end += samples.length
    },
    /** A copy of the samples from that position on, as far as they are still there. */
    from: (position: number): Float32Array => {
      const start = Math.min(end, Math.max(position, end - capacity, 0))
      const at = start % capacity
      const copy = new Float32Array(end - start)
      const first = ring.subarray(at, at + copy.length)
      copy.set(first)
      copy.set(ring.subarray(0, copy.length - first.length), first.length)
      return copy
    },
    /** The position behind the last sample. */
    end: (): number => end,
  }
}
