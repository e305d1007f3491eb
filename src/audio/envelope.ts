/** Milliseconds of audio that one value covers. */
export const ENVELOPE_MS = 20

export interface Envelope {
  /** Takes samples and returns the levels that they complete: one root mean square per 20 ms. */
  push(samples: Float32Array): number[]
}

/** Measures the loudness of a stream every 20 ms. */
export function createEnvelope(sampleRate: number): Envelope {
  const length = (sampleRate * ENVELOPE_MS) / 1000
  let sum = 0
  let counted = 0
  /** End of the current value, in samples since the start; not always an integer. */
  let end = length
  let position = 0

  const complete = (): number => {
    const level = Math.sqrt(sum / counted)
    sum = 0
    counted = 0
    end += length
    return level
  }
  return {
    push: (samples) => {
      const levels: number[] = []
      for (let at = 0; at < samples.length; ) {
        const taken = Math.min(Math.ceil(end) - position, samples.length - at)
        sum += sumOfSquares(samples, at, at + taken)
        counted += taken
        position += taken
        at += taken
        if (position >= end) levels.push(complete())
      }
      return levels
    },
  }
}

function sumOfSquares(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += (samples[at] ?? 0) ** 2
  return sum
}

export type Echo = {
  /** Correlation of the two envelopes at the best lag, -1 to 1; 0 when either is constant. */
  readonly correlation: number
  /** Delay from sending to hearing. */
  readonly lagMs: number
  /** Level of the correlated part of the microphone signal relative to the sent audio. */
  readonly gainDb: number
}

/**
 * Measures how much of the microphone signal is an echo of sent audio. Both envelopes end now; `sent` is longer by the
 * longest lag to try.
 */
export function findEcho(heard: ArrayLike<number>, sent: ArrayLike<number>): Echo {
  const maxLag = sent.length - heard.length
  const heardVariance = variance(heard, 0, heard.length)
  let best: Echo = { correlation: 0, lagMs: 0, gainDb: Number.NEGATIVE_INFINITY }
  for (let lag = 0; lag <= maxLag; lag += 1) {
    const sentVariance = variance(sent, maxLag - lag, heard.length)
    const scale = Math.sqrt(heardVariance * sentVariance)
    if (scale < 1e-12) continue
    const shared = covariance(heard, sent, maxLag - lag)
    if (shared / scale <= best.correlation) continue
    best = {
      correlation: shared / scale,
      lagMs: lag * ENVELOPE_MS,
      gainDb: 20 * Math.log10(shared / sentVariance),
    }
  }
  return best
}

/** Variance of `length` levels starting at `from`; like the covariance a sum, not a mean. */
function variance(levels: ArrayLike<number>, from: number, length: number): number {
  let sum = 0
  let squares = 0
  for (let at = from; at < from + length; at += 1) {
    const level = levels[at] ?? 0
    sum += level
    squares += level * level
  }
  return squares - (sum * sum) / length
}

function covariance(heard: ArrayLike<number>, sent: ArrayLike<number>, from: number): number {
  let product = 0
  let sumHeard = 0
  let sumSent = 0
  for (let at = 0; at < heard.length; at += 1) {
    const x = heard[at] ?? 0
    const y = sent[from + at] ?? 0
    product += x * y
    sumHeard += x
    sumSent += y
  }
  return product - (sumHeard * sumSent) / heard.length
}
