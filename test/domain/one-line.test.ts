import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { toOneLine } from '../../src/domain/one-line.js'

const text = fc
  .array(
    fc.constantFrom('a', 'Ä', '東', ' ', '  ', '\n', '\t', '\r', '\u00a0', '\u2003', '\ufeff', '.', '😀'),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

test.prop([text])(
  'a line has a single space wherever the text has white space, and none around it',
  (written) => {
    expect(toOneLine(written)).toBe(written.replace(/\s+/g, ' ').trim())
  },
)
