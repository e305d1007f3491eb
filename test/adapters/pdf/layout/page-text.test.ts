import { expect, test } from 'vitest'
import { pageText } from '../../../../src/adapters/pdf/layout/page-text.js'
import type { TextRun } from '../../../../src/adapters/pdf/text-runs.js'

type Placed = readonly [text: string, x: number, y: number, more?: Partial<TextRun>]

/** Pieces in the order of the stream, 10 points high, 5 points a character. */
const page = (...placed: readonly Placed[]) =>
  pageText(
    placed.map(([text, x, y, more], order) => ({
      text,
      x,
      y,
      width: text.length * 5,
      size: 10,
      order,
      angle: 0,
      ...more,
    })),
  )

/** Lines of prose in a column. */
const column = (name: string, { x, lines }: { x: number; lines: number }): Placed[] =>
  Array.from({ length: lines }, (_, n) => [`${name}${n} is a line as wide as its column`, x, 100 + n * 12])

const places = (text: string, names: readonly string[]) => names.map((name) => text.indexOf(name))
const ascending = (values: readonly number[]) => values.every((value, n) => value > (values[n - 1] ?? -1))

test('a page without text is empty', () => {
  expect(page()).toBe('')
})

test('columns are read one after the other, also when the last one is short', () => {
  const text = page(
    ...column('a', { x: 50, lines: 12 }),
    ...column('b', { x: 250, lines: 12 }),
    ...column('c', { x: 450, lines: 2 }),
  )
  expect(ascending(places(text, ['a0', 'a11', 'b0', 'b11', 'c0', 'c1']))).toBe(true)
})

test('columns written line by line across the page are read one after the other', () => {
  const [left, right] = [column('a', { x: 50, lines: 12 }), column('b', { x: 250, lines: 12 })]
  const text = page(...left.flatMap((line, n) => [line, right[n] ?? line]))
  expect(ascending(places(text, ['a0', 'a11', 'b0', 'b11']))).toBe(true)
})

test('a title over columns comes first, and what stands under them last', () => {
  const text = page(
    ['Over them', 185, 80, { width: 100 }],
    ...column('a', { x: 50, lines: 12 }),
    ...column('b', { x: 250, lines: 12 }),
    ['A note that goes under both of the columns', 100, 300, { width: 250 }],
  )
  expect(ascending(places(text, ['Over them', 'a0', 'a11', 'b0', 'b11', 'A note']))).toBe(true)
})

test('a table is read row by row, whichever way it was written', () => {
  const cells = (n: number): Placed[] => [
    [`name ${n}`, 50, 100 + n * 12],
    [`${n}0.00`, 200, 100 + n * 12],
  ]
  const rows = [0, 1, 2, 3, 4].map(cells)
  const expected = 'name 0  00.00\nname 1  10.00\nname 2  20.00\nname 3  30.00\nname 4  40.00'
  expect(page(...rows.flat())).toBe(expected)
  expect(page(...[0, 1].flatMap((side) => rows.flatMap((row) => row.slice(side, side + 1))))).toBe(expected)
})

test('pieces that touch are one word, pieces apart are several', () => {
  expect(page(['light', 50, 100], ['house', 75, 100], ['keeper', 103, 100])).toBe('lighthouse keeper')
})

test('a raised mark stays with its word', () => {
  expect(page(['counted', 50, 100], ['2', 85, 96, { size: 6, width: 3 }], ['ships', 92, 100])).toBe(
    'counted2 ships',
  )
})

test('text that is printed twice to look bold is there once', () => {
  expect(page(['Warning', 50, 100], ['Warning', 50.3, 100])).toBe('Warning')
})

test.each([
  ['a word parted by a hyphen becomes whole', ['the adminis-', 'tration of it'], 'the administration of it'],
  ['a hyphen before a capital stays', ['of the North-', 'Western line.'], 'of the North-Western line.'],
  [
    'a word that has its hyphen elsewhere keeps it',
    ['a well-known', 'and a well-', 'known map.'],
    'a well-known and a well-known map.',
  ],
  ['a dash is no hyphen', ['from 1 -', 'to 2 or more'], 'from 1 - to 2 or more'],
  [
    'a line that ended early ends its paragraph',
    ['One two three four.', 'Five.', 'Six seven eight nine ten.'],
    'One two three four. Five.\nSix seven eight nine ten.',
  ],
  [
    'items of a list stand on lines of their own',
    ['1. the first thing', '2. the second one'],
    '1. the first thing\n2. the second one',
  ],
  [
    'East Asian lines are joined without a space',
    ['灯台守は毎朝船を', '数えている。'],
    '灯台守は毎朝船を数えている。',
  ],
])('%s', (_, lines, expected) => {
  expect(page(...lines.map((line, n): Placed => [line, 50, 100 + n * 12]))).toBe(expected)
})

test('what is further down or of another size is a new paragraph', () => {
  expect(page(['Title', 50, 60, { size: 18 }], ['Text', 50, 90], ['More', 50, 130])).toBe(
    'Title\n\nText\n\nMore',
  )
})

test('a right-to-left line is read from the right, with its Latin words and figures from the left', () => {
  const text = page(['עולם', 50, 100], ['Heron', 95, 100], ['Grey', 73, 100], ['שלום', 122, 100])
  expect(text).toBe('שלום Grey Heron עולם')
})

test('text that is turned on the page does not mix with what is level', () => {
  const text = page(['level one', 50, 100], ['turned', 52, 101, { angle: 90 }], ['level two', 50, 112])
  expect(text).toBe('level one level two\n\nturned')
})

test('soft hyphens and control characters vanish, and accents become one with their letters', () => {
  expect(page(['Cafe\u0301 ad\u00admin\u0000', 50, 100])).toBe('Café admin')
})
