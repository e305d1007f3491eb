import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Key, readKeys } from '../../../src/cli/line-editor/keys.js'

const ESC = '\u001b'

test.each<[string, string, Key[]]>([
  ['letters', 'höre 灯', [{ name: 'text', text: 'höre 灯' }]],
  ['Enter after a text', 'hi\r', [{ name: 'text', text: 'hi' }, { name: 'enter' }]],
  ['arrows in both modes', `${ESC}[A${ESC}OB`, [{ name: 'up' }, { name: 'down' }]],
  ['Ctrl with an arrow', `${ESC}[1;5D${ESC}[1;3C`, [{ name: 'word-left' }, { name: 'word-right' }]],
  ['Home and End of several terminals', `${ESC}[H${ESC}[4~`, [{ name: 'home' }, { name: 'end' }]],
  [
    'Alt with a letter, Backspace, Enter',
    `${ESC}b${ESC}\u007f${ESC}\r`,
    [{ name: 'word-left' }, { name: 'kill-word' }, { name: 'newline' }],
  ],
  [
    'a paste is one key, and ends no line',
    `${ESC}[200~a\r\n\tb\rc\n${ESC}[201~`,
    [{ name: 'paste', text: 'a\n\tb\nc' }],
  ],
  [
    'a paste cannot command the terminal',
    `${ESC}[200~a${ESC}[31mb\u0003${ESC}[201~`,
    [{ name: 'paste', text: 'a[31mb' }],
  ],
  [
    "a terminal's answer is no text",
    `a${ESC}[>0;276;0cb`,
    [
      { name: 'text', text: 'a' },
      { name: 'device-attributes', attributes: [0, 276, 0] },
      { name: 'text', text: 'b' },
    ],
  ],
  ['function keys do nothing', `${ESC}[15~${ESC}OP${ESC}[[A${ESC}[24;2~x`, [{ name: 'text', text: 'x' }]],
  ['unknown control characters do nothing', '\u0000\u001d\u0085x', [{ name: 'text', text: 'x' }]],
])('%s', (_, input, keys) => {
  expect(readKeys(input)).toEqual({ keys, rest: '' })
})

test.each([ESC, `${ESC}[`, `${ESC}[1;`, `${ESC}O`, `${ESC}[200~half of a paste`])(
  'of %j more will come',
  (rest) => {
    expect(readKeys(`x${rest}`)).toEqual({ keys: [{ name: 'text', text: 'x' }], rest })
  },
)

const parts = fc.array(
  fc.constantFrom(
    'a',
    '灯',
    ' ',
    '\r',
    '\u0003',
    `${ESC}[A`,
    `${ESC}[1;5C`,
    `${ESC}b`,
    `${ESC}[200~x\ry${ESC}[201~`,
  ),
)

test('the same keys come however the input is cut into pieces', () => {
  fc.assert(
    fc.property(parts, fc.array(fc.nat(60)), (pieces, cuts) => {
      const input = pieces.join('')
      const places = [...new Set([0, ...cuts.filter((cut) => cut < input.length), input.length])].sort(
        (a, b) => a - b,
      )
      let rest = ''
      const keys: Key[] = []
      for (const [at, place] of places.slice(1).entries()) {
        const read = readKeys(rest + input.slice(places[at], place))
        keys.push(...read.keys)
        rest = read.rest
      }
      expect({ keys: joined(keys), rest }).toEqual({ keys: joined(readKeys(input).keys), rest: '' })
    }),
  )
})

/** Letters that come one by one are the same text. */
const joined = (keys: readonly Key[]): string =>
  keys.map((key) => ('text' in key && key.name === 'text' ? key.text : JSON.stringify(key))).join('')
