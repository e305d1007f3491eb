import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import {
  OVERLAP_TOKENS,
  PASSAGE_TOKENS,
  splitIntoPassages,
} from '../../../src/domain/knowledge/split-passages.js'

/** A token a word, the way people count. */
const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0
const cut = (...pages: string[]) => splitIntoPassages(pages, countWords)

const sentence = (words: number, name = 'word') => `The ${`${name} `.repeat(words - 2)}end.`
const squeeze = (text: string) => text.replace(/\s+/g, '')

test('a short document is one passage with all its tokens', () => {
  expect(cut('One sentence. And a second one.')).toEqual({
    totalTokens: 6,
    passages: [{ text: 'One sentence. And a second one.', tokens: 6, firstPage: 1, lastPage: 1 }],
  })
})

test('a document without text has no passages', () => {
  expect(cut('', ' \n ')).toEqual({ totalTokens: 0, passages: [] })
})

test('passages end with a sentence and repeat the last ones of the passage before', () => {
  const text = new Array(100)
    .fill(0)
    .map((_, n) => `Sentence number ${n} has exactly eight words ${n}x.`)
    .join(' ')
  const { passages, totalTokens } = cut(text)

  expect(totalTokens).toBe(800)
  expect(passages.map(({ tokens }) => tokens)).toEqual([400, 400, 112])
  expect(passages[0]?.text.endsWith('49x.')).toBe(true)
  expect(passages[1]?.text.startsWith('Sentence number 43 has')).toBe(true)
  expect(passages[2]?.text.endsWith('99x.')).toBe(true)
})

test('a sentence too long to repeat is not repeated, and not cut', () => {
  const { passages } = cut(`${sentence(300, 'first')} ${sentence(300, 'second')}`)
  expect(passages.map(({ text }) => text)).toEqual([sentence(300, 'first'), sentence(300, 'second')])
})

test('a sentence longer than a passage is cut between words', () => {
  const { passages, totalTokens } = cut(sentence(1000))
  expect(totalTokens).toBe(1000)
  for (const { text, tokens } of passages) {
    expect(tokens).toBeLessThanOrEqual(PASSAGE_TOKENS)
    expect(text).toMatch(/^(The )?(word )*(word|end\.)$/)
  }
})

test('a run of letters without an end is cut before it is counted', () => {
  const asked: number[] = []
  const count = (text: string) => {
    asked.push(text.length)
    return Math.ceil(text.length / 4)
  }
  const { passages } = splitIntoPassages(['a'.repeat(100_000)], count)
  expect(Math.max(...asked)).toBeLessThan(500)
  expect(passages[0]?.text).toMatch(/^a+$/)
})

test('a character is never cut in halves', () => {
  const { passages } = cut('\u{1f600}'.repeat(20_000))
  for (const { text } of passages) expect(text).not.toMatch(/^\p{Surrogate}|\p{Surrogate}$/u)
})

test('a passage knows the first and the last page that it takes from', () => {
  const { passages } = cut(sentence(200), '', sentence(150), sentence(390), sentence(5))
  expect(passages.map(({ firstPage, lastPage }) => [firstPage, lastPage])).toEqual([
    [1, 3],
    [4, 5],
  ])
})

test('a sentence and a word that continue on the next page are rejoined', () => {
  expect(cut('The ship sails in the', 'morning light.').passages[0]?.text).toBe(
    'The ship sails in the morning light.',
  )
  expect(cut('The light-', 'house is far.').passages[0]?.text).toBe('The lighthouse is far.')
  expect(cut('The ship sails.', 'and the next page begins small.').passages).toHaveLength(1)
  expect(cut('A page number 4', 'A new page.').passages[0]?.text).toBe('A page number 4\n\nA new page.')
})

test('Chinese and Japanese sentences are not cut', () => {
  const line = '灯台守は毎日船を数えて、その数を古い日記に書き留めている。'
  const count = (text: string) => text.trim().length
  const { passages } = splitIntoPassages([line.repeat(40)], count)
  expect(passages.length).toBeGreaterThan(2)
  for (const { text } of passages) expect(text).toMatch(/^灯.*。$/)
})

const words = fc.array(fc.stringMatching(/^[\p{L}\p{N}.,!?'-]{1,90}$/u), { maxLength: 60 })
const pages = fc.array(
  fc.array(words, { maxLength: 12 }).map((lines) => lines.map((line) => line.join(' ')).join('\n')),
  { maxLength: 6 },
)

property.prop([pages])('passages cover the whole text in order, and nothing else', (texts) => {
  const { passages } = cut(...texts)
  // A hyphen at the end of a page may be dropped to make a word whole.
  const bare = (text: string) => squeeze(text).replaceAll('-', '')
  let covered = ''
  for (const { text } of passages) covered = withOverlap(covered, bare(text))
  expect(covered).toBe(bare(texts.join('\n')))
})

/** Puts a passage on what is covered, over the longest end that it repeats of it. */
function withOverlap(covered: string, next: string): string {
  for (let size = Math.min(covered.length, next.length); size > 0; size -= 1) {
    if (covered.endsWith(next.slice(0, size))) return covered + next.slice(size)
  }
  return covered + next
}

property.prop([pages])('no passage is longer than 400 tokens, and its pages are in order', (texts) => {
  const { passages } = cut(...texts)
  let last = 1
  for (const { text, tokens, firstPage, lastPage } of passages) {
    expect(tokens).toBeLessThanOrEqual(PASSAGE_TOKENS)
    expect(text.trim()).toBe(text)
    expect(firstPage).toBeGreaterThanOrEqual(last)
    expect(lastPage).toBeGreaterThanOrEqual(firstPage)
    expect(lastPage).toBeLessThanOrEqual(texts.length)
    last = firstPage
  }
})

property.prop([pages])('what passages repeat is bounded', (texts) => {
  const { passages, totalTokens } = cut(...texts)
  const given = passages.reduce((sum, { tokens }) => sum + tokens, 0)
  expect(given).toBeGreaterThanOrEqual(totalTokens)
  expect(given).toBeLessThanOrEqual(totalTokens + OVERLAP_TOKENS * Math.max(0, passages.length - 1))
})
