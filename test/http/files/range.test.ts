import { expect, test } from 'vitest'
import { rangeOf } from '../../../src/http/files/range.js'

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=2-300', { start: 2, end: 9 }],
  ['BYTES=0-0', { start: 0, end: 0 }],
])('of ten bytes %s is a part', (header, range) => expect(rangeOf(header, 10)).toEqual(range))

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=999999999999999-'])(
  'of ten bytes there is no part %s',
  (header) => expect(rangeOf(header, 10)).toBeNull(),
)

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-2',
  'bytes=a-b',
  'lines=1-2',
  'bytes=0-1,4-5',
  'bytes=0x1-2',
])('%s asks for all of it', (header) => expect(rangeOf(header, 10)).toBeUndefined())
