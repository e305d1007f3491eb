import { expect, test } from 'vitest'
import { wrapText } from '../../../../src/web/memory-graph/picture/wrap-text.js'

const wrapped = (text: string, lines: number) =>
  wrapText(text, { width: 10, lines, measure: (part) => [...part].length })

test.each([
  ['a text that fits', 'Lives here', 2, ['Lives here']],
  ['words', 'Lives in Lyon now', 2, ['Lives in', 'Lyon now']],
  ['more than there is room for', 'Lives in Lyon with Vera', 2, ['Lives in', 'Lyon with…']],
  ['one long word', 'Donaudampfschifffahrt', 3, ['Donaudampf', 'schifffahr', 't']],
  ['a language without spaces', '灯台の守り人が淹れるお茶が好き', 2, ['灯台の守り人が淹れる', 'お茶が好き']],
  ['letters of two code units', '😀'.repeat(12), 1, [`${'😀'.repeat(9)}…`]],
  ['control characters', 'a\u001b[2J\n b', 1, ['a [2J b']],
  ['nothing', ' ', 2, []],
])('%s is broken into lines', (_, text, lines, expected) => {
  expect(wrapped(text, lines)).toEqual(expected)
})

test('a text of any length is cut before it is measured', () => {
  expect(wrapped('word '.repeat(100_000), 2)).toEqual(['word word', 'word word…'])
})
