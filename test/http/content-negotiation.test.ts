import { expect, test } from 'vitest'
import { selectPreferred } from '../../src/http/content-negotiation.js'

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  ['br;q=0, gzip;q=0.000', undefined],
  ['br;q=nonsense', undefined],
  ['', undefined],
  [',;,', undefined],
])('of br and gzip "%s" prefers %s', (header, wanted) => {
  expect(selectPreferred(header, ['br', 'gzip'])).toBe(wanted)
})

test.each([
  ['text/plain', 'text/plain'],
  ['text/*', 'text/plain'],
  ['*/*', 'application/json'],
  ['text/plain;version=0.0.4;q=0.4, application/json;q=0.1', 'text/plain'],
  ['text/*;q=0.9, text/plain;q=0.1, */*;q=0.5', 'application/json'],
  ['image/png', undefined],
])('of JSON and text "%s" prefers %s', (header, wanted) => {
  expect(selectPreferred(header, ['application/json', 'text/plain'])).toBe(wanted)
})
