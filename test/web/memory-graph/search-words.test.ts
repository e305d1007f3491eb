import { expect, test } from 'vitest'
import { recentTimes } from '../../../src/web/memory-graph/search-meaning.js'
import { findWords, foundText, nearestQuery, plainText } from '../../../src/web/memory-graph/search-words.js'

const TEXTS = [
  'Her sister Vera keeps eleven bees',
  'Vera’s bees swarmed into the chimney, and she told the fire brigade about it',
  'Vera lives in Lyon',
  'She is learning about the tides',
  'Café Ándale is the place she likes',
].map((text, index) => ({ id: String(index), plain: plainText(text) }))

const find = (query: string) => {
  const { ids, without } = findWords(query, TEXTS)
  return [[...ids].join(' '), without.join(' ')]
}

test.each([
  ['vera bees', '0 1', ''],
  ['BEES vera bees', '0 1', ''],
  ['Vera’s bees', '0 1', ''],
  ["Vera's", '0 1 2', ''],
  ['cafe andale', '4', ''],
  ['the', '1 3 4', ''],
  ['a story about Vera in Lyon', '2', 'story'],
  ['all about her tides', '3', ''],
  ['Who has bees?', '0 1', ''],
  ['(Lyon!)', '2', ''],
  ['this', '', 'this'],
  ['her', '0', ''],
  ['the story about Vera’s bees', '0 1', 'story'],
  ['Vera tides', '3', 'vera'],
  ['zeppelin', '', 'zeppelin'],
  ['', '', ''],
])('of %j these are found, without some words', (query, ids, without) => {
  expect(find(query)).toEqual([ids, without])
})

test('what was found is told in words, and what was left out', () => {
  const nodeOf = (id: string) =>
    id === '1' ? ({ id, type: 'entity', entityType: 'person' } as const) : ({ id, type: 'memory' } as const)
  const all = { nodeOf, wanted: () => true, others: '', since: '' }
  const found = (query: string, context = all) => foundText(findWords(query, TEXTS), context)
  expect(found('vera')).toBe('2 memories, 1 person')
  expect(found('lyon')).toBe('1 memory')
  expect(found('vera zeppelin')).toBe('2 memories, 1 person; without “zeppelin”')
  const noneLeft = { ...all, wanted: () => false, others: 'long-term' }
  expect(found('vera', noneLeft)).toBe('2 memories, 1 person, none long-term')
  expect(found('zeppelin airship')).toBe('nothing with “zeppelin”, “airship”')
  expect(found('lyon', { ...all, since: '2030-01-02' })).toBe('1 memory since 2030-01-02')
  expect(findWords('Vera zeppelin', TEXTS).sought).toBe('with “vera”, without “zeppelin”')
  expect(findWords('Vera’s  bees', TEXTS).sought).toBe('with “Vera’s  bees”')
  expect(findWords('30 Jan', TEXTS).sought).toBe('with “30 Jan”')
  expect(findWords('30 Jan', TEXTS).without).toEqual(['30 jan'])
})

test('a query of thousands of words is searched by its first ones', () => {
  const query = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ')
  expect(findWords(query, TEXTS).without).toHaveLength(20)
})

test.each([
  ['"lives in"', '2'],
  ['“bees swarmed”', '1'],
  ['"eleven bees', '0'],
  ['2030-01-31', '3'],
  ['2030-01 tides', '3'],
  ['31 Jan', '3'],
  ['January 31', '3'],
  ['30 Jan', ''],
  ['31 Jan 2030', '3'],
  ['January 31, 2030', '3'],
  ['31 Jan 2031', ''],
  ['31.01.2030', '3'],
  ['31.1.', '3'],
  ['1/31/2030', '3'],
  ['31/1/2030', '3'],
  ['31.13.2030', ''],
  ['january', '3'],
  ['tides january', '3'],
  ['Jan 2030', '3'],
  ['february', ''],
  ['2030', '3'],
  ['last week', '3'],
  ['past 7 days', '3'],
  ['last 30 days', ''],
  ['tide', '3'],
  ['veras', '0 1 2'],
])('%j is a phrase, or a day, and finds %s', (query, ids) => {
  const dated = TEXTS.map((text) =>
    text.id === '3' ? { ...text, day: '2030-01-31', marks: ['last week'] } : text,
  )
  expect([...findWords(query, dated).ids].join(' ')).toBe(ids)
})

test('the one text that is the query is told, and long-term ones are found by that word', () => {
  const texts = [
    ...TEXTS,
    { id: 'vera', plain: 'vera' },
    { id: 'kept', plain: 'likes tea', marks: ['long-term'] },
  ]
  expect(findWords('Vera', texts).exact).toBe('vera')
  expect(findWords('lyon', texts).exact).toBeNull()
  expect([...findWords('long-term', texts).ids]).toEqual(['kept'])
})

test('a word is found where words begin, and inside of them only if there is nothing else', () => {
  const texts = ['She wants to sail', 'Afraid of ants', '灯台の守り人が淹れるお茶', 'A lighthouse'].map(
    (text, index) => ({
      id: String(index),
      plain: plainText(text),
    }),
  )
  const ids = (query: string) => [...findWords(query, texts).ids].join(' ')
  expect(ids('ants')).toBe('1')
  expect(ids('ant')).toBe('1')
  expect(ids('house')).toBe('3')
  expect(ids('houses')).toBe('3')
  expect(ids('お茶')).toBe('2')
})

test.each([
  ['bes', 'bees'],
  ['lyno', 'lyon'],
  ['chimmney', 'chimney'],
  ['brigdae zzzzz', 'brigade'],
  ['zzzzz', null],
  ['x', null],
])('what is written like %j is %j', (query, nearest) => {
  expect(nearestQuery(query, TEXTS)).toBe(nearest)
})

const KEPT = [
  { id: 'maps', plain: 'loves old maps', marks: ['short-term', '2 to 7 days old', 'this week', 'fading'] },
  { id: 'tea', plain: 'likes tea', marks: ['long-term', 'over 30 days old', 'important'] },
  { id: 'key', plain: 'lost the key', marks: ['short-term', 'over 30 days old', 'fading'] },
  { id: 'entity:Karl', plain: 'karl', marks: ['person', 'uncle'] },
]

test.each([
  ['old and strong', 'tea', 'over 30 days old long-term'],
  ['old', 'tea key', 'over 30 days old'],
  ['old maps', 'maps', ''],
  ['“old”', 'maps', ''],
  ['Over 30 days', 'tea key', ''],
  ['older than 30 days, short term', 'key', ''],
  ['What is forgotten soon?', 'maps key', 'fading within 30 days'],
  ['forgotten key', 'key', 'fading within 30 days'],
  ['fading within 30 days', 'maps key', ''],
  ['important', 'tea', 'of importance 0.7 or more'],
  ['What was learnt this week?', 'maps', ''],
  ['people', 'entity:Karl', ''],
  ['ENTITY:karl', 'entity:Karl', ''],
])('what %j says of how it is kept finds %j', (query, ids, meant) => {
  const result = findWords(query, KEPT)
  expect([[...result.ids].join(' '), result.meant.join(' '), result.without]).toEqual([ids, meant, []])
})

test('what words were taken for is said', () => {
  const all = {
    nodeOf: (id: string) => ({ id, type: 'memory' }) as const,
    wanted: () => true,
    others: '',
    since: '',
  }
  const strong = findWords('old and strong', KEPT)
  expect(foundText(strong, all)).toBe('1 memory over 30 days old, long-term')
  expect(strong.sought).toBe('with “old and strong” (over 30 days old, long-term)')
})

test('a week begins on Monday, and the last one seven days ago', () => {
  const times = recentTimes('2026-11-27T19:00:00Z')
  expect(Object.fromEntries(times)).toEqual({
    ...{ 'last week': '2026-11-20', 'this week': '2026-11-23' },
    ...{ 'last month': '2026-10-28', 'this month': '2026-11-01' },
  })
})

test('nothing is offered instead of small words', () => {
  expect(nearestQuery('What was bes?', TEXTS)).toBe('bees')
  expect(nearestQuery('was hef zzzz', TEXTS)).toBe(null)
})
