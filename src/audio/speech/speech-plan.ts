import { type Packet, splitIntoPackets } from '../packets.js'
import { packetSeconds } from '../tone-encoder.js'
import type { SymbolRate } from '../tone-modulation.js'
import { articulate } from './articulation.js'
import type { GraphemeToPhoneme } from './grapheme-to-phoneme.js'
import { PARAMETER_FRAME_MS, type ParameterSegment } from './parameter-track.js'
import type { Phoneme } from './phonemes.js'

/** A word and its timing; positions in steps of 5 ms from the start of the text. */
export type PlannedWord = {
  readonly packet: Packet
  /** End of the word in the text, in UTF-16 code units. */
  readonly textEnd: number
  readonly from: number
  /** Start of the next word: a pause belongs to the word before it. */
  readonly to: number
  readonly sounds: readonly { readonly name: string; readonly from: number; readonly to: number }[]
  readonly segments: readonly ParameterSegment[]
}

export type PlanSettings = {
  readonly pronounce: GraphemeToPhoneme
  readonly sounds: ReadonlyMap<string, Phoneme>
  /** The speaker's rate; 1 keeps the phonemes' own durations. */
  readonly pace: number
  /** Overall speed; 2 halves the time. */
  readonly speed: number
}

/** The symbol rate of the tones for speech of this speed. */
export const symbolRateFor = (speed: number): SymbolRate => (speed > 1 ? 'fast' : 'natural')

/** Phonemes are stretched at most this much to fill a word's time; the rest is a pause. */
const MOST_STRETCH = 1.8
/** The last word before a pause is slower. */
const FINAL_STRETCH = 1.2
const PAUSES: readonly (readonly [RegExp, ms: number])[] = [
  [/[.!?…。！？]["')\]»”’]*$/u, 260],
  [/[,;:–—)]["'»”’]*$/u, 140],
]
const TAIL_MS = 60

/** Plans the timing and articulation of each word. */
export function planSpeech(text: string, settings: PlanSettings): PlannedWord[] {
  let from = 0
  let textEnd = 0
  const packets = splitIntoPackets(text)
  return packets.map((packet, at) => {
    textEnd += packet.text.length + (packet.isJoined ? 0 : 1)
    const isLast = at === packets.length - 1
    const word = planWord(packet, { ...settings, pauseMs: isLast ? TAIL_MS : pauseAfter(packet.text) })
    const planned = {
      packet,
      textEnd,
      from,
      to: from + word.steps,
      sounds: word.sounds.map((sound) => ({ ...sound, from: sound.from + from, to: sound.to + from })),
      segments: word.segments,
    }
    from = planned.to
    return planned
  })
}

function planWord(packet: Packet, settings: PlanSettings & { pauseMs: number }) {
  const { speed, pauseMs } = settings
  const spoken = phonemesOf(packet, settings)
  const ownMs = spoken.reduce((sum, { ms }) => sum + ms, 0)
  // A word has the same share of the time at any speed, and never less than its tones need.
  const naturalMs = Math.max(ownMs + pauseMs, 1000 * packetSeconds(packet, 'natural'))
  const leastMs = 1000 * packetSeconds(packet, symbolRateFor(speed))
  const steps = Math.ceil(Math.max(naturalMs / speed, leastMs) / PARAMETER_FRAME_MS - 1e-9)
  const stretch = ownMs === 0 ? 1 : Math.min(MOST_STRETCH, (naturalMs - pauseMs) / ownMs) / speed
  const timed = spoken.map(({ ms, ...sound }) => ({
    ...sound,
    steps: Math.max(1, Math.round((ms * stretch) / PARAMETER_FRAME_MS)),
  }))
  const rest = steps - timed.reduce((sum, sound) => sum + sound.steps, 0)
  const silence = settings.sounds.get('SIL')
  const all = rest > 0 && silence ? [...timed, { name: 'SIL', sound: silence, steps: rest }] : timed
  return {
    steps: all.reduce((sum, sound) => sum + sound.steps, 0),
    segments: all.flatMap(({ sound, steps: count }, at) =>
      fitToFrames(articulate(sound, count * PARAMETER_FRAME_MS, timed[at + 1]?.sound), count),
    ),
    sounds: positions(all),
  }
}

function phonemesOf(
  { text }: Packet,
  { pronounce, sounds, pace, pauseMs }: PlanSettings & { pauseMs: number },
) {
  const slow = pauseMs > 0 ? FINAL_STRETCH : 1
  return pronounce(text).flatMap((name) => {
    const sound = sounds.get(name)
    return sound === undefined ? [] : [{ name, sound, ms: (sound.ms * slow) / pace }]
  })
}

const pauseAfter = (word: string) => PAUSES.find(([pattern]) => pattern.test(word))?.[1] ?? 0

/** Fits the segments of a phoneme into exactly `steps` steps, so that rounding does not shift what follows. */
function fitToFrames(segments: readonly ParameterSegment[], steps: number): ParameterSegment[] {
  const total = segments.reduce((sum, { ms }) => sum + ms, 0)
  let time = 0
  return segments.flatMap((segment) => {
    const from = Math.round((time / total) * steps)
    time += segment.ms
    const length = Math.round((time / total) * steps) - from
    return length === 0 ? [] : [{ ...segment, ms: length * PARAMETER_FRAME_MS }]
  })
}

function positions(timed: readonly { readonly name: string; readonly steps: number }[]) {
  let from = 0
  return timed.map(({ name, steps }) => {
    const sound = { name, from, to: from + steps }
    from = sound.to
    return sound
  })
}
