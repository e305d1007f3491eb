import { expect, test } from 'vitest'
import { CLEARABLE_FIELDS, mergeCharacterConfig } from '../../../src/cli/characters/character-config.js'

test('each flag goes where the contract has its field', () => {
  const config = mergeCharacterConfig(
    {},
    {
      name: 'Mira',
      tagline: 'a',
      personality: 'b',
      background: 'c',
      'system-prompt': 'd',
      appearance: 'e',
      avatar: 'f',
      'llm-provider': 'g',
      'llm-model': 'h',
      temperature: 1.5,
      'max-tokens': 100,
      verbosity: 'short',
      voice: 'i',
      'tts-provider': 'j',
      'tts-model': 'k',
      'tts-speed': 1.2,
      'tts-delivery-mode': 'STABLE',
      'stt-provider': 'l',
      'stt-language': 'fr',
      'vad-sensitivity': 0.1,
      'vad-min-speech-ms': 60,
      'vlm-model': 'm',
      'text-only': false,
      verbose: true,
      public: true,
      action: [{ name: 'wave' }],
      'document-id': ['n'],
    },
  )
  expect(config).toEqual({
    persona: { name: 'Mira', tagline: 'a', personality: 'b', background: 'c', system_prompt: 'd' },
    llm: { provider: 'g', model: 'h', temperature: 1.5, max_tokens: 100, verbosity: 'short' },
    tts: { voice: 'i', provider: 'j', model: 'k', speed: 1.2, delivery_mode: 'STABLE' },
    stt: { provider: 'l', language: 'fr' },
    vad: { sensitivity: 0.1, min_speech_duration_ms: 60 },
    vlm: { model: 'm' },
    appearance: 'e',
    avatar: 'f',
    text_only: false,
    verbose: true,
    is_public: true,
    actions: [{ name: 'wave' }],
    document_ids: ['n'],
  })
})

test('flags win over the file, field by field', () => {
  const file = { persona: { name: 'Old', tagline: 'kept' }, llm: { model: 'm' }, verbose: true }
  expect(mergeCharacterConfig(file, { name: 'New', verbose: false })).toEqual({
    persona: { name: 'New', tagline: 'kept' },
    llm: { model: 'm' },
    verbose: false,
  })
  expect(file.persona.name).toBe('Old')
})

test('a section of the file that is no object gives way', () => {
  expect(mergeCharacterConfig({ persona: null }, { name: 'Mira' })).toEqual({ persona: { name: 'Mira' } })
})

test('what may be null can be emptied', () => {
  expect(
    mergeCharacterConfig({ persona: { tagline: 'old' } }, { clear: ['tagline', 'voice', 'action'] }),
  ).toEqual({
    persona: { tagline: null },
    tts: { voice: null },
    actions: null,
  })
  expect(CLEARABLE_FIELDS).toEqual([
    'tagline',
    'personality',
    'background',
    'system-prompt',
    'voice',
    'tts-delivery-mode',
    'appearance',
    'avatar',
    'action',
    'document-id',
  ])
})

test('a field cannot be set and emptied at once', () => {
  expect(() => mergeCharacterConfig({}, { tagline: 'x', clear: ['tagline'] })).toThrow('contradict')
})
