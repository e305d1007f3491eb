import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { createStreamingWordWrap } from '../../../src/cli/chat/streaming-word-wrap.js'

// The package is CommonJS without names that an import would find.
const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

/** A terminal with a text that arrives in pieces, and what it shows in the end. */
function givenScreen(columns: number) {
  const options = { allowProposedApi: true, convertEol: true, reflowCursorLine: true }
  const screen = new Terminal({ ...options, cols: columns, rows: 20 })
  let width = columns
  const wrap = createStreamingWordWrap({ write: (text) => screen.write(text), columns: () => width })
  return {
    wrap,
    resize: async (to: number) => {
      await new Promise<void>((done) => screen.write('', done))
      screen.resize(to, 20)
      width = to
    },
    lines: async () => {
      await new Promise<void>((done) => screen.write('', done))
      const { active } = screen.buffer
      const rows = Array.from(
        { length: active.length },
        (_, row) => active.getLine(row)?.translateToString(true).trimEnd() ?? '',
      )
      return rows.join('\n').trimEnd().split('\n')
    },
  }
}

const RABBIT = 'The quick brown rabbit jumps over lazy frogs with effortless ease.'
const URL_TEXT = 'See https://example.test/a/very/long/path/that/no/row/can/hold?x=1 for more'
const CJK = '東京タワーは日本の東京都港区にある総合電波塔です。'
const EMOJI = 'fine 🎈🎁 and 🎉🎉🎉🎉🎉🎉🎉🎉🎉 done'

/** What it shows, however the text is cut into pieces. */
async function shown(text: string, columns: number, size: number): Promise<string[]> {
  const { wrap, lines } = givenScreen(columns)
  for (let at = 0; at < text.length; at += size) wrap(text.slice(at, at + size))
  return lines()
}

test('a reply is broken between words, wherever its chunks begin', async () => {
  const expected = ['Mira: The quick', 'brown rabbit jumps', 'over lazy frogs', 'with effortless', 'ease.']
  for (const size of [1, 2, 3, 5, 7, 100]) expect(await shown(`Mira: ${RABBIT}`, 20, size)).toEqual(expected)
})

test('a word that grows too long for its row is moved to the next one', async () => {
  const { wrap, lines } = givenScreen(20)
  wrap('Mira: once upon a ti')
  expect(await lines()).toEqual(['Mira: once upon a', 'ti'])
  wrap('me')
  expect(await lines()).toEqual(['Mira: once upon a', 'time'])
})

test.each([URL_TEXT, CJK, EMOJI, `${CJK} ${EMOJI}`, `a  b\n\n  c\t${RABBIT}`])(
  'no row is too long, nothing is lost, and the chunks do not matter: %s',
  async (text) => {
    for (const columns of [10, 20, 40, 80]) {
      const whole = await shown(text, columns, text.length)
      expect(whole.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      for (const size of [1, 2, 3, 4, 9]) expect(await shown(text, columns, size)).toEqual(whole)
    }
  },
)

test('a word longer than a row is broken where the row ends; wide letters break anywhere but before a full stop', async () => {
  expect(await shown('See https://example.test/a/b/c/d/e', 20, 6)).toEqual([
    'See',
    'https://example.tes',
    't/a/b/c/d/e',
  ])
  expect(await shown('東京は大都市。', 13, 1)).toEqual(['東京は大都', '市。'])
  expect(await shown('a日本語b', 8, 1)).toEqual(['a日本語', 'b'])
})

test('a letter of several code points is never cut apart', () => {
  for (const size of [1, 2, 3, 5]) {
    let written = ''
    const wrap = createStreamingWordWrap({ write: (text) => (written += text), columns: () => 10 })
    const text = 'a 👩‍👩‍👧‍👦👍🏽 e\u0301e\u0301'
    for (let at = 0; at < text.length; at += size) wrap(text.slice(at, at + size))
    expect(written.split('\n').every((row) => !/^[\u200d\u0301]/.test(row))).toBe(true)
  }
})

test('a terminal that becomes narrower or wider in the middle of a reply', async () => {
  const { wrap, resize, lines } = givenScreen(40)
  wrap('one two three four five six sev')
  await resize(20)
  wrap('en eight nine ten eleven twelve')
  const narrow = await lines()
  expect(narrow.join('').replace(/\s/g, '')).toContain('fivesixseveneightnine')
  expect(narrow.slice(-2)).toEqual(['eight nine ten', 'eleven twelve'])
  await resize(40)
  wrap(' thirteen fourteen')
  expect((await lines()).at(-1)).toBe('eleven twelve thirteen fourteen')
})
