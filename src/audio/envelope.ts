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
  let counted = 0
  /** Where this value ends, in samples from the first that was pushed; not always a whole number. */
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
  /** Of the two envelopes at the best lag, -1 to 1; 0 when either stays the same. */
  readonly correlation: number
  /** How long after it was sent the sound is heard. */
  readonly lagMs: number
  /** How loud what rises and falls with the sent sound is heard against it. */
  readonly gainDb: number
}

/**
 * How much what the microphone hears is what was sent a moment ago. Both end now; `sent` reaches further back by the
 * longest lag that is looked at.
 */
export function findEcho(heard: ArrayLike<number>, sent: ArrayLike<number>): Echo {
  const most = sent.length - heard.length
  const own = variance(heard, 0, heard.length)
  let best: Echo = { correlation: 0, lagMs: 0, gainDb: Number.NEGATIVE_INFINITY }
  for (let lag = 0; lag <= most; lag += 1) {
    const then = variance(sent, most - lag, heard.length)
    const scale = Math.sqrt(own * then)
    if (scale < 1e-12) continue
    const shared = covariance(heard, sent, most - lag)
    if (shared / scale <= best.correlation) continue
    best = { correlation: shared / scale, lagMs: lag * ENVELOPE_MS, gainDb: 20 * Math.log10(shared / then) }
  }
  return best
}

/** Of so many levels from there on; like the covariance a sum, not a mean. */
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
