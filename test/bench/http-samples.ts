import type { CharacterConfig } from '../../src/contract/characters.js'
import { characterRecord } from '../support/http/http-records.js'

export const KEY = `svc_${'k'.repeat(43)}`
/** Of the accounts whose lists are compared: one with `FEW` characters, one with many times as many. */
export const FEW_KEY = `svc_${'f'.repeat(43)}`
export const CROWD_KEY = `svc_${'c'.repeat(43)}`
export const FEW = 100

/** A character of the size that people write. */
export const CHARACTER = characterRecord({
  name: 'Mira',
  tagline: 'Keeper of the lighthouse',
  personality: 'Patient, dry, fond of storms. '.repeat(10),
  background: 'Has kept the light for thirty years. '.repeat(30),
  actions: [{ name: 'wave', parameters: [] }],
})

/** A body that creates such a character. */
export const CONFIG: CharacterConfig = {
  persona: {
    name: 'Mira',
    tagline: 'Keeper of the lighthouse',
    personality: 'Patient, dry, fond of storms. '.repeat(10),
    background: 'Has kept the light for thirty years. '.repeat(30),
  },
  llm: { temperature: 0.9, max_tokens: 512, verbosity: 'short' },
  tts: { voice: 'v1', speed: 1.1 },
  actions: [{ name: 'wave', description: 'Waves', parameters: [{ name: 'hand' }] }],
}
