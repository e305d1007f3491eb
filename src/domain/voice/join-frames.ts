/** Samples that come in pieces. */
export interface FrameJoiner {
  push(samples: Float32Array): void
  /** Hands on what is held back. */
  flush(): void
}

/**
 * Joins short pieces until there are `least` samples, for each piece costs the same, however short; a piece that is long
 * enough is handed on as it is.
 */
export function joinFrames(least: number, handOn: (samples: Float32Array) => void): FrameJoiner {
  const held = new Float32Array(least)
  let filled = 0
  const flush = () => {
    if (filled === 0) return
    const samples = held.slice(0, filled)
    filled = 0
    handOn(samples)
  }
  return {
    flush,
    push: (samples) => {
      if (filled === 0 && samples.length >= least) return handOn(samples)
      const taken = samples.subarray(0, least - filled)
      held.set(taken, filled)
      filled += taken.length
      if (filled < least) return
      flush()
      const rest = samples.subarray(taken.length)
      if (rest.length >= least) return handOn(rest)
      held.set(rest)
      filled = rest.length
    },
  }
}
