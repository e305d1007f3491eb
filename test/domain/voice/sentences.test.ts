import { expect, test } from 'vitest'
import { createSentences, type Sentence } from '../../../src/domain/voice/sentences.js'

function all(...texts: string[]): Sentence[] {
  const sentences = createSentences()
  return [...texts.flatMap((text) => sentences.push(text)), ...sentences.flush()]
}

test('a sentence is spoken as soon as the next one begins', () => {
  const sentences = createSentences()
  expect(sentences.push('Good')).toEqual([])
  expect(sentences.push(' day.')).toEqual([])
  expect(sentences.push(' How')).toEqual([{ text: 'Good day.', at: 0 }])
  expect(sentences.flush()).toEqual([{ text: ' How', at: 9 }])
})

test.each([
  ['It costs 3.14 now. Yes', ['It costs 3.14 now.', 'Yes']],
  ['"Stop!" he said… "Now."', ['"Stop!"', 'he said…', '"Now."']],
  ['你好。再见！', ['你好。', '再见！']],
  ['One\n\nTwo', ['One', 'Two']],
  ['No end', ['No end']],
  ['  ', []],
])('%j is spoken as %j', (text, expected) => {
  expect(all(text).map((sentence) => sentence.text.trim())).toEqual(expected)
})

test.each([
  [
    'Good morning to you, traveller, I say. And so, on.',
    ['Good morning to you,', 'traveller, I say.', 'And so, on.'],
  ],
  ['Well, yes, it burns every night, they say.', ['Well, yes, it burns every night,', 'they say.']],
  ['It costs 1,000,000 a year.', ['It costs 1,000,000 a year.']],
  ['Yes, no.', ['Yes, no.']],
])('the first clause of %j is spoken alone', (text, expected) => {
  expect(all(text).map((sentence) => sentence.text.trim())).toEqual(expected)
})

test.each([
  [
    'The lamp in the old tower burns all night and it has done so for thirty years. Yes and no.',
    ['The lamp in the old tower burns all night', 'and it has done so for thirty years.', 'Yes and no.'],
  ],
  [
    'He came when it was dark and left before anybody in the town had seen him, they say.',
    ['He came when it was dark', 'and left before anybody in the town had seen him, they say.'],
  ],
  ['The old keeper went home and slept. Nobody in the whole town knew where he had been.', undefined],
])('a long beginning without a mark is divided before a conjunction: %j', (text, expected) => {
  const parts = all(text).map((sentence) => sentence.text.trim())
  expect(parts).toEqual(expected ?? text.split(/(?<=slept\.) /))
})

test('no clause and no sentence ends inside a gesture', () => {
  const texts = all('*smiles, nods. Then waits* Well then, my friend, sit down. *Now*, please.')
  expect(texts.map(({ text }) => text.trim())).toEqual([
    '*smiles, nods. Then waits* Well then,',
    'my friend, sit down.',
    '*Now*, please.',
  ])
  // A mark that nothing closes does not hold back what follows for long.
  expect(all(`*${'one two. '.repeat(30)}`).length).toBeGreaterThan(5)
})

test('the first clause is spoken as soon as it has ended', () => {
  const sentences = createSentences()
  expect(sentences.push('The lamp is lit,')).toEqual([])
  expect(sentences.push(' and')).toEqual([{ text: 'The lamp is lit,', at: 0 }])
  expect(sentences.push(' it burns, as')).toEqual([])
})

test.each(['Mr. Smith met Dr. Jones.', 'J. R. R. Tolkien wrote it.', 'The U.S. Navy came, e.g. here.'])(
  'no sentence ends with an abbreviation: %j',
  (text) => {
    expect(
      all(text)
        .map((sentence) => sentence.text.trim())
        .join('|')
        .split('.|'),
    ).toHaveLength(1)
  },
)

test('each sentence knows where it stands in the text', () => {
  const text = ' One.  Two!\nThree, four. '
  for (const { text: part, at } of all(text)) expect(text.slice(at, at + part.length)).toBe(part)
  expect(all(text)).toHaveLength(3)
  expect(
    all(text)
      .map((sentence) => sentence.text)
      .join(''),
  ).toBe(text.trimEnd())
})

test('more white space than a sentence may have characters is passed over', () => {
  const sentences = createSentences()
  expect(sentences.push(`One. ${' '.repeat(1000)}\n\nTwo. `).map(({ text }) => text.trim())).toEqual([
    'One.',
    'Two.',
  ])
  expect(sentences.flush()).toEqual([])
})

test('a sentence that does not end is spoken in parts, at pauses', () => {
  const text = 'one two three, '.repeat(60)
  const parts = all(text)
  expect(parts.every((part) => part.text.length <= 240)).toBe(true)
  expect(parts.map((part) => part.text).join('')).toBe(text.trim())
  expect(all('x'.repeat(1000)).map((part) => part.text.length)).toEqual([240, 240, 240, 240, 40])
})
