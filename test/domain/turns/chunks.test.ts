import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { createReplyText, truncateText } from '../../../src/domain/turns/chunks.js'

function chunksOf(parts: readonly string[]): string[] {
  const reply = createReplyText()
  const chunks = parts.map(reply.append).filter((chunk) => chunk !== '')
  expect(reply.delivered()).toBe(chunks.join(''))
  return chunks
}

test('white space moves to the start of the next chunk, and is dropped at both ends', () => {
  expect(chunksOf([' ', 'Hello ', ' ', 'there', '\n\n', 'friend. ', ' \n'])).toEqual([
    'Hello',
    '  there',
    '\n\nfriend.',
  ])
})

test('a character that comes in two halves goes out in one piece', () => {
  expect(chunksOf(['a\ud83d', '\ude00 b'])).toEqual(['a', '😀 b'])
  expect(chunksOf(['\ud83d', '\ude00'])).toEqual(['😀'])
})

const part = fc.oneof(fc.constantFrom(' ', '\n', 'a ', ' b', 'c', '', '\ud83d', '\ude00'), fc.string())
property.prop([fc.array(part)])('the chunks joined are the text without outer white space', (parts) => {
  const chunks = chunksOf(parts)
  for (const chunk of chunks) expect(chunk).toBe(chunk.trimEnd())
  expect(chunks.join('')).toBe(
    parts
      .join('')
      .trimStart()
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd(),
  )
})

test('a text is cut by characters, not by their halves', () => {
  expect(truncateText('abc', 3)).toBe('abc')
  expect(truncateText('abcd', 3)).toBe('abc')
  expect(truncateText('😀😀😀😀', 3)).toBe('😀😀😀')
  expect(truncateText('a😀b', 2)).toBe('a😀')
  expect(truncateText('abcd', Number.POSITIVE_INFINITY)).toBe('abcd')
})
