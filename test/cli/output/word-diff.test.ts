import { fc } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { diffWords } from '../../../src/cli/output/word-diff.js'
import { propertyRuns } from '../../support/rounds.js'

/** `same [-removed-]{+added+}`, as `git diff --word-diff` writes it. */
const shown = (a: string, b: string) =>
  diffWords(a, b)
    ?.map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('') ?? null

test.each([
  ['nothing', '', '', ''],
  ['equal texts', 'The lamp is lit.', 'The lamp is lit.', 'The lamp is lit.'],
  ['another word', 'The lamp is lit.', 'The lamp is dark.', 'The lamp is [-lit-]{+dark+}.'],
  ['a word more', 'The lamp is lit.', 'The old lamp is lit.', 'The {+old +}lamp is lit.'],
  [
    'a rewritten phrase, as one',
    'It has red brick walls and a door.',
    'It has grey stone walls and a door.',
    'It has [-red brick-]{+grey stone+} walls and a door.',
  ],
  ['letters of a script without spaces', '灯台は高いです', '灯台は低いです', '灯台は[-高-]{+低+}いです'],
  ['text at the end', 'One two three', 'One two three four', 'One two three{+ four+}'],
])('%s', (_, a, b, expected) => {
  expect(shown(a, b)).toBe(expected)
})

test('texts with hardly a word in common are not compared', () => {
  expect(shown('Welcome to the tower, dear friend.', 'Go away and leave me be')).toBeNull()
  expect(shown('', 'Something')).toBeNull()
})

test('texts that are too long are not compared, unless little of them differs', () => {
  const words = (start: number) => Array.from({ length: 4000 }, (_, index) => `w${start + index}`).join(' ')
  expect(diffWords(`same ${words(0)}`, `same ${words(5000)}`)).toBeNull()
  expect(shown(`${words(0)} lit ${words(0)}`, `${words(0)} dark ${words(0)}`)).toContain(' [-lit-]{+dark+} ')
})

const texts = fc.array(fc.constantFrom('a', 'lamp', ' ', '\n', '.', '灯', '👩‍🚀', '\u0000'), {
  maxLength: 40,
})

test('the parts make up both texts again, and no two neighbours are of a kind', { tags: 'rounds' }, () =>
  fc.assert(
    fc.property(texts, texts, (first, second) => {
      const [a, b] = [first.join(''), second.join('')]
      const parts = diffWords(a, b)
      if (parts === null) return
      const without = (kind: string) =>
        parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('')
      expect([without('added'), without('removed')]).toEqual([a, b])
      expect(parts.filter(({ kind }, index) => kind === parts[index + 1]?.kind)).toEqual([])
    }),
    { numRuns: propertyRuns(200) },
  ),
)
