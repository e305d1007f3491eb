import { expect, test } from 'vitest'
import { loadLanguages } from '../../../src/adapters/search/languages.js'
import { loadTokenizer } from '../../support/memories/search.js'

const tokenizer = await loadTokenizer()
const names = (await loadLanguages()).map(({ name }) => name)
const of = (...languages: string[]) => languages.map((name) => names.indexOf(name))
const terms = (text: string) => tokenizer.terms(text).terms.map((term) => term.replace(/\.$/, ''))
const asked = (text: string, languages: string[], ignore: string[] = []) =>
  tokenizer.query(text, { languages: of(...languages), ignore })

test.each([
  ['english', 'She was walking with her dogs', ['walk', 'dog']],
  ['german', 'Die Häuser sind mit den Gärten verbunden', ['haus', 'gart', 'verbund']],
  ['french', 'Nous avons mangé dans les jardins', ['mang', 'jardin']],
  ['spanish', 'Los gatos estaban durmiendo en la cocina', ['gat', 'durm', 'cocin']],
  ['russian', 'Мы жили в больших домах', ['жил', 'больш', 'дом']],
  ['japanese', '私は東京の大学で日本語を勉強しています', ['東京', '大学', '日本語', '勉強']],
])('%s is told by its words and reduced to what they mean', (language, text, expected) => {
  expect(names[tokenizer.terms(text).language]).toBe(language)
  expect(terms(text)).toEqual(expect.arrayContaining(expected))
})

test('every term ends in what no word holds, so that nothing matches the beginning of another', () => {
  expect(tokenizer.terms('carpet car').terms).toEqual(['carpet.', 'car.'])
})

test('a term is given once however often its word stands there', () => {
  expect(terms('Tea, teas and TEA: tea!')).toEqual(['tea'])
})

test.each([
  ['a possessive', "Anna's violin", ['anna', 'violin']],
  ['an elision', "Il boit de l’eau d'Évian", ['boit', 'eau', 'evian']],
  ['a contraction that says nothing', "I don't swim", ['swim']],
])('an apostrophe is understood: %s', (_what, text, expected) => {
  expect(terms(text)).toEqual(expected)
})

test.each([
  ['a time, also by its hour', 'At 3:30 by the harbour', ['3:30', '3', '30', 'harbour']],
  ['thousands', 'It cost 2,500 crowns', ['cost', '2500', 'crown']],
  ['a decimal', 'The harbour is 3.5 miles from here', ['harbour', '3.5', 'mile']],
  ['an ordinal and a month that is a verb elsewhere', 'On 12th May she may sing', ['12', 'mai', 'sing']],
  ['an hour', 'Meet at 10am', ['meet', '10']],
  ['an Irish name', "Call O'Brien's harbour", ['call', 'brien', 'obrien', 'harbour']],
])('numbers, dates and names are read: %s', (_what, text, expected) => {
  expect(terms(text).sort()).toEqual(expected.sort())
})

test.each([
  ['3:30', 'half of 3:30'],
  ['2500', 'costs 2,500'],
  ['in May', 'the 12th of June, or May 3'],
  ['OBrien', "the O'Brien family"],
])('%j asks for what stands in %j', (question, text) => {
  const [english = 0] = of('english')
  const wanted = tokenizer.query(question, { languages: [english], ignore: [] }).flat()
  expect(wanted.length).toBeGreaterThan(0)
  expect(tokenizer.terms(text).terms).toEqual(expect.arrayContaining(wanted))
})

test.each([
  ['accents', 'café', 'cafe'],
  ['full-width letters', 'ＨＡＲＢＯＵＲ', 'harbour'],
  ['ligatures', 'ﬁsh', 'fish'],
  ['half-width kana', 'ｶﾒﾗ', 'カメラ'],
  ['a decomposed letter', 'Zu\u0308rich', 'Zürich'],
  ['Arabic vowel marks', 'كِتَاب', 'كتاب'],
])('%s are no difference', (_what, one, other) => {
  expect(terms(one)).toEqual(terms(other))
  expect(terms(one)).not.toEqual([])
})

test('marks that are letters of their script stay', () => {
  expect(terms('ハート')).toEqual(['ハート'])
  expect(terms('バート')).toEqual(['バート'])
  expect(terms('ปลา')).toEqual(['ปลา'])
})

test('Thai is split into words although nothing stands between them', () => {
  expect(terms('ร้านเปิดกี่โมง')).toEqual(['ร้าน', 'เปิด', 'กี่', 'โมง'])
})

test('emoji, punctuation and control characters are no words', () => {
  expect(terms('🙂 — …!? \u0000 👩‍👩‍👧')).toEqual([])
  expect(tokenizer.query('', { languages: [0], ignore: [] })).toEqual([])
})

test('what is longer than a word is cut', () => {
  expect(terms('x'.repeat(10_000))[0]?.length).toBeLessThanOrEqual(64)
})

test('a text of hostile length is read in time that grows with it', () => {
  const text = `${'a'.repeat(200_000)}'${"'".repeat(100_000)}${'あ'.repeat(2000)}`
  expect(terms(text).length).toBeLessThan(3000)
})

test('a query asks for each word in every language of the index', () => {
  expect(asked('gardens', ['english', 'german'])).toEqual([['garden.', 'gard.']])
})

test('a query leaves out what says nothing in its language', () => {
  expect(asked('What is the name of the harbour?', ['english'])).toEqual([['name.'], ['harbour.']])
})

test('a word counts once in a query, in whatever form it is repeated', () => {
  expect(asked('harbour Harbours HARBOUR', ['english'])).toEqual([['harbour.']])
})

test('names to be ignored are taken out of a query, unless nothing else is left', () => {
  expect(asked("Where is Anna's boat?", ['english'], ['Anna'])).toEqual([['boat.']])
  expect(asked('Who is Anna?', ['english'], ['Anna'])).toEqual([['anna.']])
})

test('of a pasted text the first 256 words are asked for', () => {
  const words = Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ')
  expect(asked(words, ['english'])).toHaveLength(256)
})
