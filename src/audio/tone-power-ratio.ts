/** The share of the power of these samples that lies at one frequency: 1 of a pure tone, 0 of silence. */
export function tonePowerRatio(samples: Float32Array, frequency: number, sampleRate: number): number {
  const turn = (2 * Math.PI * frequency) / sampleRate
  let real = 0
  let imaginary = 0
  let energy = 0
  for (const [at, sample] of samples.entries()) {
    real += sample * Math.cos(turn * at)
    imaginary += sample * Math.sin(turn * at)
    energy += sample * sample
  }
  if (energy === 0) return 0
  return Math.min(1, (2 * (real * real + imaginary * imaginary)) / (samples.length * energy))
}
