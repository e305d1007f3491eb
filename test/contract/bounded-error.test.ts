import { expect, test } from 'vitest'
import {
  BoundedError,
  MESSAGE_MAX,
  truncateMessage,
  truncateMiddle,
} from '../../src/contract/bounded-error.js'

test('a message that people read stays as it is', () => {
  const message = `${'x'.repeat(1000)}\n${'A line of some length.\n'.repeat(50)}`
  expect(truncateMessage(message)).toBe(message)
  expect(truncateMessage('')).toBe('')
})

test('a line that is too long keeps its beginning and its end, around what is left out', () => {
  const message = `The column "${'y'.repeat(70_000)}" is not known`
  expect(truncateMessage(message)).toMatch(
    /^The column "y{700,900} … \(69\d{3} characters left out\) … y{100,300}" is not known$/,
  )
})

test('of many lines the first are kept, and the rest is counted', () => {
  const lines = truncateMessage('one\n'.repeat(100_000)).split('\n')
  expect(lines).toHaveLength(60)
  expect(lines.at(-1)).toBe('… and 99942 more lines')
})

test('whatever the message, it is no longer than the limit, and shortening it again changes nothing', () => {
  for (const line of ['z'.repeat(3000), 'word '.repeat(190), '']) {
    const message = truncateMessage(`${line}\n`.repeat(1000))
    expect(message.length).toBeLessThanOrEqual(MESSAGE_MAX)
    expect(truncateMessage(message)).toBe(message)
  }
})

test('no character is cut in half', () => {
  for (const before of ['', 'x']) {
    const text = truncateMiddle(before + '😀'.repeat(1000), 101)
    expect(Buffer.from(text).toString('utf8')).toBe(text)
    expect(text.length).toBeLessThanOrEqual(101)
  }
})

test('an error of this kind has a short message and keeps its cause', () => {
  const cause = new Error('planted')
  const error = new BoundedError('w'.repeat(10 ** 6), { cause })
  expect(error.message.length).toBeLessThanOrEqual(MESSAGE_MAX)
  expect(error.cause).toBe(cause)
})
