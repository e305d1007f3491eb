import { expect, test } from 'vitest'
import { describeFieldIssues, normalizeFields } from '../../../src/cli/characters/character-fields.js'
import { CharacterConfigSchema, CharacterSchema } from '../../../src/contract/characters.js'

const lines = (written: Record<string, unknown>, more?: readonly string[]) =>
  describeFieldIssues(normalizeFields(written, more).notes).map(({ text }) => text)

test('a character as it is returned becomes a configuration', () => {
  const { config, notes } = normalizeFields({
    id: 'c1',
    name: 'Mira',
    tts_voice: null,
    llm_model: 'm',
    vad_min_speech_duration_ms: 60,
    appearance: 'Tall',
    created_at: '2030-01-01T00:00:00.000Z',
    launch_status: 'stopped',
  })
  expect(config).toEqual({
    persona: { name: 'Mira' },
    tts: { voice: null },
    llm: { model: 'm' },
    vad: { min_speech_duration_ms: 60 },
    appearance: 'Tall',
  })
  expect(describeFieldIssues(notes)).toEqual([
    { path: ['id'], text: 'id, created_at, launch_status: cannot be set' },
  ])
})

test('every field of a configuration but the documents has a flat form in which a character is returned', () => {
  for (const [name, schema] of Object.entries(CharacterConfigSchema.properties)) {
    const fields = 'properties' in schema ? Object.keys(schema.properties as object) : []
    for (const field of fields) {
      const flat = name === 'persona' ? field : `${name}_${field}`
      expect(Object.keys(CharacterSchema.properties)).toContain(flat)
      expect(normalizeFields({ [flat]: 1 })).toEqual({ config: { [name]: { [field]: 1 } }, notes: [] })
    }
  }
})

test('names that the service would ignore are found at every depth, with what may be meant', () => {
  expect(
    lines({
      persona: { name: 'Mira', nme: 'x' },
      personna: {},
      llm: { temprature: 1 },
      tts: 'odd',
      color: 'red',
      actions: [{ name: 'wave', desciption: 'x', parameters: [{ name: 'a', requird: true }] }],
    }),
  ).toEqual([
    'persona.nme: the service does not know it; did you mean name?',
    'personna: the service does not know it; did you mean persona?',
    'llm.temprature: the service does not know it; did you mean temperature?',
    'color: the service does not know it',
    'actions.0.desciption: the service does not know it; did you mean description?',
    'actions.0.parameters.0.requird: the service does not know it; did you mean required?',
  ])
})

test('names that are known beside those of a configuration are no mistake', () => {
  expect(lines({ customId: 'a', documents: [] }, ['customId', 'documents'])).toEqual([])
})

test.each([
  [
    { name: 'A', persona: { name: 'B' } },
    'name: contradicts persona.name: the same field with another value',
  ],
  [{ tts_voice: null, tts: { voice: 'v' } }, 'tts_voice: contradicts tts.voice: the same field with another'],
  [{ llm_model: 'm', llm: null }, 'llm_model: contradicts llm, which is not an object'],
])('%j says two things of one field', (written, message) => {
  expect(lines(written)).toEqual([expect.stringContaining(message)])
})

test('the same value in both forms is no contradiction', () => {
  expect(normalizeFields({ name: 'A', persona: { name: 'A', tagline: 'B' } })).toEqual({
    config: { persona: { name: 'A', tagline: 'B' } },
    notes: [],
  })
})

test('a file of very many unknown names costs little and is told in few lines', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => [`unknown_name_${index}`, 1])
  const found = lines(Object.fromEntries(names))
  expect(found).toHaveLength(51)
  expect(found.at(-1)).toBe('… and 99950 more')
})
