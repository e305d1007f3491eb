import { hashToUnitInterval } from '../../../domain/seeded-choice.js'
import type { VoiceSettings } from '../../../domain/voice/ports.js'
import type { FliteVoiceName } from './flite-program.js'

export type FliteSpeaker = {
  readonly voice: FliteVoiceName
  /** Factor on pitch and formants together, as of a smaller or larger person. */
  readonly pitch: number
  /** 1 is the voice's own pace. */
  readonly pace: number
}

/** Brings each voice to -20 LUFS, measured over the Harvard sentences. */
export const GAINS: Readonly<Record<FliteVoiceName, number>> = { rms: 1.15, slt: 0.634, awb: 1.05 }

/** What a character's `tts_voice` may say to get a voice as it is: a man's, a woman's, a Scotsman's. */
const NAMED: Readonly<Record<string, FliteVoiceName>> = {
  male: 'rms',
  rms: 'rms',
  female: 'slt',
  slt: 'slt',
  scottish: 'awb',
  awb: 'awb',
}

/** Multiples of 1/32, so that the resampling filters are few and small. */
const PITCHES = [30, 31, 32, 33, 34].map((step) => step / 32)
const OTHERS: readonly FliteVoiceName[] = ['rms', 'slt', 'awb', 'slt']

/** A character's voice: a named one, or for any other name one that the name and the seed choose. */
export function speakerOf({ tts_voice, generated_voice_id }: VoiceSettings, seed: number): FliteSpeaker {
  const name = tts_voice ?? generated_voice_id
  const named = NAMED[name?.toLowerCase() ?? 'male']
  if (named !== undefined) return { voice: named, pitch: 1, pace: 1 }
  const choose = <T>(part: string, from: readonly T[]): T | undefined =>
    from[Math.floor(hashToUnitInterval(`${seed} ${part} ${name}`) * from.length)]
  return {
    voice: choose('voice', OTHERS) ?? 'rms',
    pitch: choose('pitch', PITCHES) ?? 1,
    pace: 0.94 + 0.14 * hashToUnitInterval(`${seed} pace ${name}`),
  }
}
