import type { Filter } from './biquad-filter.js'
import { TONE_COUNT, type ToneBand, toneFrequency } from './tone-modulation.js'

/** Hz between lines. The tones are multiples of it too, so over the 20 ms of a symbol no line leaks into a tone. */
const SPACING = 50
const HIGHEST = 7200
/** Amplitude of each line; together they are as loud as white noise at -60 dB of full scale. */
const AMPLITUDE = 0.00011
/** Samples of a period; enough for reading the nearest one instead of interpolating. */
const LENGTH = 3840

/**
 * Adds quiet lines at all frequencies except those of the tones. Speech recognisers adapt to the noise of a room; in
 * digital silence the tones, however quiet, would be all they hear (word error rate of pocketsphinx: 97 % without,
 * 50 % with comfort noise). Each filter continues one stream; the waveform is computed once, at first use.
 */
export function createComfortNoise(band: ToneBand): (sampleRate: number) => Filter {
  let period: Float32Array | undefined
  return (sampleRate) => {
    const step = (LENGTH * SPACING) / sampleRate
    let written = 0
    return (samples, output = new Float32Array(samples.length)) => {
      period ??= makePeriod(band)
      const wave = period
      let phase = (written * step) % LENGTH
      for (let sample = 0; sample < samples.length; sample += 1) {
        output[sample] = (samples[sample] ?? 0) + (wave[(phase + 0.5) | 0] ?? 0)
        phase += step
        if (phase >= LENGTH) phase -= LENGTH
      }
      written += samples.length
      return output
    }
  }
}

/** A period and the first sample of the next, which rounding may reach. */
function makePeriod(band: ToneBand): Float32Array {
  const tones = new Set(Array.from({ length: TONE_COUNT }, (_, tone) => toneFrequency(band, tone)))
  const period = new Float32Array(LENGTH + 1)
  const sine = Float64Array.from({ length: LENGTH }, (_, at) => Math.sin((2 * Math.PI * at) / LENGTH))
  let state = 12_345
  for (let line = SPACING; line <= HIGHEST; line += SPACING) {
    // Random phases: in phase, the lines would add up to a click.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    if (tones.has(line)) continue
    addLine(period, { sine, times: line / SPACING, phase: Math.floor((LENGTH * state) / 2_147_483_648) })
  }
  return period
}

type Line = { readonly sine: Float64Array; readonly times: number; readonly phase: number }

function addLine(period: Float32Array, { sine, times, phase }: Line): void {
  let sineAt = phase
  for (let at = 0; at < period.length; at += 1) {
    period[at] = (period[at] ?? 0) + AMPLITUDE * (sine[sineAt] ?? 0)
    sineAt = (sineAt + times) % LENGTH
  }
}
