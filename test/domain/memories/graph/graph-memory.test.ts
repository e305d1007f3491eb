import { expect, test } from 'vitest'
import { toGraphMemory } from '../../../../src/domain/memories/graph/graph-memory.js'
import type { MemoryRecord } from '../../../../src/domain/memories/record.js'
import { startScheduledTimer } from '../../../support/scheduled-time.js'
import { aMemory } from '../../../support/stores/store-records.js'

const read = (content: string, given: Partial<MemoryRecord> = {}) =>
  toGraphMemory(aMemory({ content, memoryType: 'fact', ...given }))
const named = (content: string) =>
  read(content).entities.map(({ name, entityType }) => `${name}: ${entityType}`)
const related = (content: string) =>
  read(content).relations.map(({ from, to, relationshipType }) => `${from} ${relationshipType} ${to}`)

test.each([
  ['Lives in Lyon', ['Lyon: place']],
  ['Has a dog called Rex', ['Rex: thing']],
  ['Has a sister called Beatriz', ['Beatriz: person']],
  ['Works with Anna Smith at Siemens', ['Anna Smith: person', 'Siemens: thing']],
  ['Works as a nurse at St Mary', ['St Mary: thing']],
  ['Sister Beatriz moved to Porto in May', ['Beatriz: person', 'Porto: place']],
  ['Rosa went to Italy with Marek', ['Rosa: person', 'Italy: place', 'Marek: person']],
  ['The player is married to Ines', ['Ines: person']],
  ["Is afraid of Anna's dog", ['Anna: thing']],
  ['Likes the Rose Garden', ['Rose Garden: thing']],
  ['Was born in São Paulo', ['São Paulo: place']],
  ['Called the boat Marigold', ['Marigold: thing']],
])('%s names %j', (content, expected) => {
  expect(named(content)).toEqual(expected)
})

test.each([
  'Is allergic to peanuts',
  'Coffee is what gets them up in the morning',
  'Speaks French on Mondays in March',
  'Ich wohne in Berlin mit meiner Schwester Anna',
  'Wohnt in Berlin bei seiner Schwester Anna',
  'Vive en Sevilla con su hermana Lucía',
  'Habite à Lyon avec sa soeur Claire',
  'Живёт в Москве с Анной',
  '東京に住んでいます',
  'I am the player and you are the character',
  '',
])('%j names nobody', (content) => {
  expect(named(content)).toEqual([])
})

test.each([
  ['Lives in Lyon', ['player lives_in Lyon']],
  ['The player moved back to Lyon', ['player lives_in Lyon']],
  ['Anna lives in Porto', ['Anna lives_in Porto']],
  ['Was born in Lagos and works for Siemens', ['player comes_from Lagos', 'player works_at Siemens']],
  ['Has a younger sister called Beatriz', ['Beatriz sister_of player']],
  ["The player's mum is called Olga", ['Olga mother_of player']],
  ['Has a dog named Rex', ['Rex dog_of player']],
  ['Visits my friend Meera', ['Meera friend_of player']],
  ['Says that Meera is my best friend', ['Meera friend_of player']],
  ["The player's brother's girlfriend is called Lena", []],
  ['Works with Anna', []],
])('%s relates %j', (content, expected) => {
  expect(related(content)).toEqual(expected)
})

test('what was extracted counts before what the text seems to say, each name once', () => {
  const entities = [{ name: 'Paris', entityType: 'person' as const }]
  const relations = [{ from: 'Paris', to: 'player', relationshipType: 'friend_of' }]
  expect(read('Went to Paris and PARIS', { entities, relations })).toMatchObject({ entities, relations })
})

test('a part of a name that is known as a whole stands for the whole', () => {
  const entities = [{ name: 'São João hospital', entityType: 'thing' as const }]
  expect(read('The player works at São João hospital', { entities })).toMatchObject({
    entities,
    relations: [{ from: 'player', to: 'São João hospital', relationshipType: 'works_at' }],
  })
})

test('a slot tells whom it is about, and where they live', () => {
  const slot = { subject: 'Anna', attribute: 'home', value: 'Porto', cardinality: 'one' as const }
  expect(read('she is there now', { slot })).toMatchObject({
    topic: 'people',
    entities: [
      { name: 'Anna', entityType: 'person' },
      { name: 'Porto', entityType: 'place' },
    ],
    relations: [{ from: 'Anna', to: 'Porto', relationshipType: 'lives_in' }],
  })
})

const ofPlayer = (attribute: string) => ({
  subject: 'player',
  attribute,
  value: 'x',
  cardinality: 'many' as const,
})

test.each<[string, Partial<MemoryRecord>, string]>([
  ['x', { slot: ofPlayer('home') }, 'places'],
  ['x', { slot: ofPlayer('likes') }, 'tastes'],
  ['x', { slot: ofPlayer('constructor') }, 'other'],
  ['Lives with a dog', { memoryType: 'event' }, 'events'],
  ['I was proud', { memoryType: 'character_self' }, 'character'],
  ['Has a dog', {}, 'animals'],
  ['Works as a nurse', {}, 'work'],
  ['Drinks tea', {}, 'food'],
  ['Likes running', {}, 'tastes'],
  ['Is allergic to cats', {}, 'health'],
  ['Moved to Lyon', {}, 'places'],
  ['blue', { memoryType: 'preference' }, 'tastes'],
  ['blue', {}, 'other'],
])('%j with %j is about %s', (content, given, topic) => {
  expect(read(content, given).topic).toBe(topic)
})

test('a label is the text, cut at eighty characters, and never within one', () => {
  expect(read('Likes tea').label).toBe('Likes tea')
  expect(read('🫖'.repeat(80)).label).toBe('🫖'.repeat(80))
  expect(read('🫖'.repeat(81)).label).toBe(`${'🫖'.repeat(79)}…`)
})

test.each([
  'A'.repeat(2000),
  'A-'.repeat(1000),
  'Aa '.repeat(666),
  `my ${'old '.repeat(490)}`,
  "I's ".repeat(500),
])('a text made to take long (%#) is read in 50 ms', (content) => {
  read(content)
  const since = startScheduledTimer()
  for (let time = 0; time < 5; time += 1) read(`the ${content}`)
  expect(since() / 5).toBeLessThan(50)
})
