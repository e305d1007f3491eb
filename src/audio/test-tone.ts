/** Notes in Hz; a block holds whole periods of each. */
const FREQUENCIES = [500, 800, 1250]
const NOTE_MS = 300
const BLOCK_MS = 20
const HOP_MS = 10
/** Fade at both ends of a note, against clicks. */
const RAMP_MS = 5
const AMPLITUDE = 0.3
/** Minimum share of a block's power at a note's frequency for the block to count as that note. */
const IS_NOTE = 0.5

export const TEST_TONE_MS = FREQUENCIES.length * NOTE_MS

/** Three consecutive notes that `findTestTone` can find in a recording. */
export function createTestTone(sampleRate: number): Float32Array {
  const samplesPerNote = (NOTE_MS / 1000) * sampleRate
  const ramp = (RAMP_MS / 1000) * sampleRate
  return Float32Array.from({ length: Math.round(FREQUENCIES.length * samplesPerNote) }, (_, at) => {
    const note = Math.floor(at / samplesPerNote)
    const inNote = at - note * samplesPerNote
    const loudness = Math.min(1, inNote / ramp, (samplesPerNote - inNote) / ramp)
    return AMPLITUDE * loudness * Math.sin((2 * Math.PI * (FREQUENCIES[note] ?? 0) * at) / sampleRate)
  })
}

export type FoundTone = {
  /** How much of the tone the recording holds. */
  readonly heardMs: number
  /** Start of the tone in the recording; negative when its beginning is missing. */
  readonly startMs: number
}

/** Finds the position at which the recording matches most of the test tone; null when nothing matches. */
export function findTestTone(recording: Float32Array, sampleRate: number): FoundTone | null {
  const notes = notesIn(recording, sampleRate)
  const blocks = Math.floor((TEST_TONE_MS - BLOCK_MS) / HOP_MS) + 1
  let best = { hits: 0, start: 0 }
  // The recording may miss the start or the end of the tone.
  for (let start = -blocks; start < notes.length; start += 1) {
    let hits = 0
    for (let at = 0; at < blocks; at += 1) {
      if (notes[start + at] === noteAt(at * HOP_MS + BLOCK_MS / 2)) hits += 1
    }
    if (hits > best.hits) best = { hits, start }
  }
  if (best.hits === 0) return null
  return { heardMs: Math.round((best.hits / blocks) * TEST_TONE_MS), startMs: best.start * HOP_MS }
}

const noteAt = (ms: number): number => Math.floor(ms / NOTE_MS)

/** The index of the note in each block; undefined without one. */
function notesIn(recording: Float32Array, sampleRate: number): (number | undefined)[] {
  const length = (BLOCK_MS / 1000) * sampleRate
  const hop = (HOP_MS / 1000) * sampleRate
  const count = Math.max(0, Math.floor((recording.length - length) / hop) + 1)
  return Array.from({ length: count }, (_, at) => {
    const block = recording.subarray(Math.round(at * hop), Math.round(at * hop) + length)
    const note = FREQUENCIES.findIndex((frequency) => tonePowerRatio(block, frequency, sampleRate) >= IS_NOTE)
    return note < 0 ? undefined : note
  })
}

/** The share of the power that lies at one frequency: 1 for a pure tone, 0 for silence. */
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
