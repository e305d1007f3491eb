/** Length of one value of an envelope. */
export const ENVELOPE_MS = 20

export interface Envelope {
  /** The levels that this completes: root mean squares of 20 ms each. */
  push(samples: Float32Array): number[]
}

/** How loud a sound is, every 20 ms. */
export function createEnvelope(sampleRate: number): Envelope {
  const length = (sampleRate * ENVELOPE_MS) / 1000
  let sum = 0
  let position = 0
  let counted = 0
  let next = length
  return {
    push: (samples) => {
      const levels: number[] = []
      for (let at = 0; at < samples.length; at += 1) {
        sum += (samples[at] ?? 0) ** 2
        counted += 1
        position += 1
        if (position < next) continue
        levels.push(Math.sqrt(sum / counted))
        sum = 0
        counted = 0
        next += length
      }
      return levels
    },
  }
}

export type Echo = {
  /** Of the two envelopes at the best lag, -1 to 1; 0 when either stays the same. */
  readonly correlation: number
  /** How long after it was sent the sound is heard. */
  readonly lagMs: number
  /** How loud it is heard against how it was sent. */
  readonly gainDb: number
}

/**
 * How much what the microphone hears is what was sent a moment ago. Both end now; `sent` reaches further back by the
 * longest lag that is looked at.
 */
export function findEcho(heard: readonly number[], sent: readonly number[]): Echo {
  let best: Echo = { correlation: 0, lagMs: 0, gainDb: Number.NEGATIVE_INFINITY }
  for (let lag = 0; lag <= sent.length - heard.length; lag += 1) {
    const then = sent.slice(sent.length - heard.length - lag, sent.length - lag)
    const correlation = correlate(heard, then)
    if (correlation <= best.correlation) continue
    best = { correlation, lagMs: lag * ENVELOPE_MS, gainDb: 20 * Math.log10(power(heard) / power(then)) }
  }
  return best
}

function correlate(a: readonly number[], b: readonly number[]): number {
  const meanA = mean(a)
  const meanB = mean(b)
  let product = 0
  let squareA = 0
  let squareB = 0
  for (const [at, value] of a.entries()) {
    const x = value - meanA
    const y = (b[at] ?? 0) - meanB
    product += x * y
    squareA += x * x
    squareB += y * y
  }
  const scale = Math.sqrt(squareA * squareB)
  return scale < 1e-12 ? 0 : product / scale
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const power = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value * value)))
