import { expect, test } from 'vitest'
import { headersProblem } from '../../../src/domain/documents/check-headers.js'

const many = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, value]))

test.each([
  ['none', {}],
  ['credentials', { Authorization: 'Bearer abc', Cookie: 'a=b', 'X-Api-Key': 'k' }],
  ['eight', many(8)],
  ['a value of 2,048 bytes', { a: 'x'.repeat(2048) }],
  ['4,096 bytes in all', { ...many(1, 'x'.repeat(2045)), 'Y-0': 'x'.repeat(2045) }],
  ['letters of Latin-1', { a: 'é\tü' }],
  ['an empty value', { a: '' }],
  ['names that only resemble forbidden ones', { 'X-Host': 'a', Hosts: 'a', 'X-Forward': 'a', Proxy: 'a' }],
])('%s may be sent', (_, headers) => {
  expect(headersProblem(headers)).toBeUndefined()
})

test.each([
  'Host',
  'HOST',
  'Content-Length',
  'Connection',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Expect',
  'Via',
  'Forwarded',
  'Proxy-Authorization',
  'proxy-connection',
  'X-Forwarded-For',
  'x-forwarded-host',
  'X-Forwarded',
])('%s is refused', (name) => {
  expect(headersProblem({ [name]: 'x' })).toBe('headers_forbidden')
})

test.each([
  ['headers_too_many', 'a ninth', many(9)],
  ['headers_too_large', 'a value of 2,049 bytes', { a: 'x'.repeat(2049) }],
  ['headers_too_large', '4,097 bytes in all', { ...many(1, 'x'.repeat(2045)), 'Y-0': 'x'.repeat(2046) }],
  ['headers_invalid', 'an empty name', { '': 'x' }],
  ['headers_invalid', 'a name with a space', { 'a b': 'x' }],
  ['headers_invalid', 'a name with a colon', { 'a:': 'x' }],
  ['headers_invalid', 'a name beyond ASCII', { ä: 'x' }],
  ['headers_invalid', 'a line break in a value', { a: 'x\r\nHost: evil' }],
  ['headers_invalid', 'a line break in a name', { 'a\r\nHost': 'x' }],
  ['headers_invalid', 'a NUL in a value', { a: 'x\0' }],
  ['headers_invalid', 'a value beyond Latin-1', { a: '\u20ac' }],
  ['headers_invalid', 'one name in two spellings', { Authorization: 'a', authorization: 'b' }],
])('%s: %s', (problem, _, headers) => {
  expect(headersProblem(headers)).toBe(problem)
})
