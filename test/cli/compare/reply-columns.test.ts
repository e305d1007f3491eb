import { createRequire } from 'node:module'
import { fc } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { columnWidth, createReplyColumns } from '../../../src/cli/compare/reply-columns.js'
import { displayWidth } from '../../../src/cli/output/text-width.js'
import { propertyRuns } from '../../support/rounds.js'

// The package is CommonJS without names that an import would find.
const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

/** What a terminal shows after these pieces. */
async function shown(
  pieces: readonly (readonly ['a' | 'b', string | null])[],
  { columns = 80, rows = 24 } = {},
): Promise<string[]> {
  const screen = new Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: true,
    scrollback: 5000,
  })
  const texts: string[] = []
  const replies = createReplyColumns({
    write: (text) => void texts.push(text),
    columns,
    rows,
    separator: ' | ',
  })
  for (const [side, text] of pieces) {
    if (text === null) replies.finish(side)
    else replies.append(side, text)
  }
  await new Promise<void>((resolve) => screen.write(texts.join(''), resolve))
  const { active } = screen.buffer
  const lines = Array.from(
    { length: active.length },
    (_, row) => active.getLine(row)?.translateToString(true) ?? '',
  )
  return lines.join('\n').trimEnd().split('\n')
}

const ends = [
  ['a', null],
  ['b', null],
] as const
const row = (a: string, b: string) => `${a}${' '.repeat(38 - displayWidth(a))} | ${b}`.trimEnd()

test('both texts grow beside each other, wrapped at words', async () => {
  expect(
    await shown([
      ['a', 'The tower has one hundred and '],
      ['b', 'Go '],
      ['a', 'forty-two steps'],
      ['b', 'away.\nNow.'],
      ...ends,
    ]),
  ).toEqual([row('The tower has one hundred and', 'Go away.'), row('forty-two steps', 'Now.')])
})

test('a text that is far ahead of the other, and taller than the terminal, is shown in full once both are there', async () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`)
  const early = await shown([['a', long.join('\n')]], { rows: 10 })
  expect(early.at(-1)).toBe(row('line 8', ''))
  const late = await shown([['a', long.join('\n')], ['b', 'short'], ...ends], { rows: 10 })
  expect(late).toEqual(long.map((text, index) => row(text, index === 0 ? 'short' : '')))
})

test('wide letters and words that are wider than a column keep the columns straight', async () => {
  const lines = await shown([['a', '灯台'.repeat(30)], ['b', 'x'.repeat(100)], ...ends])
  expect(lines).toEqual([
    row(`${'灯台'.repeat(9)}灯`, 'x'.repeat(38)),
    row(`${'台灯'.repeat(9)}台`, 'x'.repeat(38)),
    row(`${'灯台'.repeat(9)}灯`, 'x'.repeat(24)),
    row('台灯台', ''),
  ])
})

const pieces = fc.array(
  fc.tuple(fc.constantFrom('a' as const, 'b' as const), fc.stringMatching(/^[a-z \n]{0,30}$/)),
  { maxLength: 30 },
)

test('how a text is cut into pieces does not change what is shown at the end', { tags: 'rounds' }, () =>
  fc.assert(
    fc.asyncProperty(pieces, async (cut) => {
      const whole = (side: 'a' | 'b') =>
        [side, cut.flatMap(([of, text]) => (of === side ? [text] : [])).join('')] as const
      expect(await shown([...cut, ...ends], { rows: 8 })).toEqual(
        await shown([whole('a'), whole('b'), ...ends], { rows: 8 }),
      )
    }),
    { numRuns: propertyRuns(50) },
  ),
)

test.each([
  [80, 38],
  [140, 68],
])('of %i columns, each text has %i', (columns, width) => {
  expect(columnWidth(columns)).toBe(width)
})
