import { expect, test } from 'vitest'
import { readIdempotencyKey } from '../../src/http/request-headers.js'

const keyOf = (header?: string) =>
  readIdempotencyKey({ headers: header === undefined ? {} : { 'idempotency-key': header } })

test('a request has the key of its header', () => {
  expect(keyOf('order-17')).toBe('order-17')
})

test('a request without the header, or with an empty one, has no key', () => {
  expect(keyOf()).toBeNull()
  expect(keyOf('')).toBeNull()
})

test.each([1, 255])('a key may have %d characters', (length) => {
  expect(keyOf('k'.repeat(length))).toBe('k'.repeat(length))
})

/** As Node hands over what a client has sent in UTF-8. */
const asReceived = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

test('characters are counted, not bytes', () => {
  expect(keyOf(asReceived('ключ🔑'.repeat(51)))).toBe('ключ🔑'.repeat(51))
})

test.each(['k'.repeat(256), asReceived('🔑'.repeat(256))])(
  'a key of 256 characters is unprocessable',
  (key) => {
    expect(() => keyOf(key)).toThrow(
      expect.objectContaining({
        kind: 'unprocessable',
        detail: [
          {
            loc: ['header', 'Idempotency-Key'],
            msg: 'String should have at most 255 characters',
            type: 'string_too_long',
          },
        ],
      }),
    )
  },
)
