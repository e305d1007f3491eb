/** Where the energy of a voice lies, telephone to telephone (Hz). */
const LOW = 300
const HIGH = 3800
const BUTTERWORTH = Math.SQRT1_2

/** Lets the band of speech pass, as a stream: rumble below it and hiss above it do not count. */
export function createBandPass(sampleRate: number): (samples: Float32Array) => Float32Array {
  const high = createBiquad('highpass', LOW, sampleRate)
  if (HIGH >= 0.45 * sampleRate) return high
  const low = createBiquad('lowpass', HIGH, sampleRate)
  return (samples) => low(high(samples))
}

/** Second order, by the bilinear transform; `cutoff` and `sampleRate` in Hz. A stream: it goes on where it stopped. */
export function createBiquad(
  kind: 'lowpass' | 'highpass',
  cutoff: number,
  sampleRate: number,
): (samples: Float32Array) => Float32Array {
  const omega = (2 * Math.PI * cutoff) / sampleRate
  const alpha = Math.sin(omega) / (2 * BUTTERWORTH)
  const sign = kind === 'lowpass' ? -1 : 1
  const a0 = 1 + alpha
  const b0 = (1 + sign * Math.cos(omega)) / 2 / a0
  const b1 = -sign * 2 * b0
  const a1 = (-2 * Math.cos(omega)) / a0
  const a2 = (1 - alpha) / a0
  let z1 = 0
  let z2 = 0
  return (samples) => {
    const output = new Float32Array(samples.length)
    for (let at = 0; at < samples.length; at += 1) {
      const x = samples[at] ?? 0
      const y = b0 * x + z1
      z1 = b1 * x - a1 * y + z2
      z2 = b0 * x - a2 * y
      output[at] = y
    }
    return output
  }
}
