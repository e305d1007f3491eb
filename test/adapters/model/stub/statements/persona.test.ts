import { expect, test } from 'vitest'
import { readPersona } from '../../../../../src/adapters/model/stub/statements/persona.js'
import { aCharacter } from '../../../../support/stores/store-records.js'

const toldBy = (background: string) =>
  readPersona(aCharacter({ name: 'Ruth Okafor', background }))
    .statements.filter(({ isClause }) => !isClause)
    .map(({ text }) => text)

test.each([
  ['I keep bees.', ['I keep bees.']],
  ['Keeps forty hives.', ['I keep forty hives.']],
  ['Has never been outside.', ['I have never been outside.']],
  ['Afraid of wasps.', ['I am afraid of wasps.']],
  ['Born in Turin.', ['I was born in Turin.']],
  ['Favourite book: Emma', ['My favourite book is Emma.']],
  ['Serial number HX-204.', ['My serial number is HX-204.']],
  ['Two cats.', ['I have two cats.']],
  [
    'Ruth runs the forge and hates swords. Her father taught her.',
    ['I run the forge and hate swords.', 'My father taught me.'],
  ],
  [
    'He sleeps badly. His wife snores. They have a goat.',
    ['I sleep badly.', 'My wife snores.', 'We have a goat.'],
  ],
  [
    'She learned from her aunt, who said that she was slow.',
    ['I learned from my aunt, who said that she was slow.'],
  ],
  ['You are a guard. You keep your keys hidden.', ['I am a guard.', 'I keep my keys hidden.']],
  ['They play a lute. They were born in Tarn.', ['I play a lute.', 'I was born in Tarn.']],
])('%j is told as %j', (background, told) => {
  expect(toldBy(background)).toEqual(told)
})

test('of a system prompt facts are told; instructions, manners and what is forbidden are not', () => {
  const system_prompt = `# Role
You are Nova, the computer of the Calypso.
- You speak in short sentences and know the stars.
- Never mention the accident in bay 4.
- The accident in bay 4 was your fault.
Keep your answers short.`
  const { statements, introduction, forbidden } = readPersona(aCharacter({ name: 'Nova', system_prompt }))
  expect(introduction).toBe('I am Nova, the computer of the Calypso.')
  expect(statements.map(({ text }) => text)).toEqual([
    'I am Nova, the computer of the Calypso.',
    'I know the stars.',
  ])
  expect(forbidden).toEqual([['accident', 'bay', '4']])
})
