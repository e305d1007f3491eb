import { hashToUnitInterval } from '../../../domain/seeded-choice.js'
import type { VoiceSettings } from '../../../domain/voice/ports.js'
import type { FliteVoiceName } from './flite-program.js'

export type FliteSpeaker = {
  readonly voice: FliteVoiceName
  /** Factor on the program's pitch and formants together, as of a smaller or larger person. */
  readonly pitch: number
  /** 1 is the voice's own pace. */
  readonly pace: number
}

type VoiceTuning = {
  /** Brings the voice to -20 LUFS, measured over the Harvard sentences. */
  readonly gain: number
  /** `FliteSpeaker.pitch` of the voice itself, in steps of 1/32. */
  readonly pitchSteps: number
  /** Hz, before that factor; undefined: the recorded speaker's own. */
  readonly meanPitch?: number
}

/**
 * The woman's formants are lowered by a tenth, and her pitch is raised as much, so that it stays at 169 Hz: recognisers
 * misunderstand her half as often again with the formants that she has in Flite (`npm run bench -- voice-words`). Slower
 * speech, another pitch, more or less treble and noise in the pauses do not help.
 */
export const TUNINGS: Readonly<Record<FliteVoiceName, VoiceTuning>> = {
  rms: { gain: 1.15, pitchSteps: 32 },
  slt: { gain: 0.59, pitchSteps: 29, meanPitch: 187 },
  awb: { gain: 1.05, pitchSteps: 32 },
}

/** What a character's `tts_voice` may say to get a voice as it is: a man's, a woman's, a Scotsman's. */
const NAMED: Readonly<Record<string, FliteVoiceName>> = {
  male: 'rms',
  rms: 'rms',
  female: 'slt',
  slt: 'slt',
  scottish: 'awb',
  awb: 'awb',
}

/** A whole of 32 steps, so that the resampling filters are few and small. */
const STEPS = 32
const OTHER_PITCHES = [-2, -1, 0, 1, 2]
const OTHERS: readonly FliteVoiceName[] = ['rms', 'slt', 'awb', 'slt']

/** A character's voice: a named one, or for any other name one that the name and the seed choose. */
export function speakerOf({ tts_voice, generated_voice_id }: VoiceSettings, seed: number): FliteSpeaker {
  const name = tts_voice ?? generated_voice_id
  const named = NAMED[name?.toLowerCase() ?? 'male']
  if (named !== undefined) return { voice: named, pitch: TUNINGS[named].pitchSteps / STEPS, pace: 1 }
  const choose = <T>(part: string, from: readonly T[]): T | undefined =>
    from[Math.floor(hashToUnitInterval(`${seed} ${part} ${name}`) * from.length)]
  const voice = choose('voice', OTHERS) ?? 'rms'
  return {
    voice,
    pitch: (TUNINGS[voice].pitchSteps + (choose('pitch', OTHER_PITCHES) ?? 0)) / STEPS,
    pace: 0.94 + 0.14 * hashToUnitInterval(`${seed} pace ${name}`),
  }
}
