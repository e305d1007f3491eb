import { expect, test } from 'vitest'
import {
  describeFailingProvider,
  providerMessageIn,
  redactedAddress,
} from '../../src/adapters/provider-failure.js'

const provider = { name: 'local', baseUrl: 'http://me:pass-word@127.0.0.1:9/v1/?key=secret-in-url' }

test('an address is shown without user, password and query', () => {
  expect(redactedAddress(provider.baseUrl)).toBe('http://127.0.0.1:9/v1')
  expect(redactedAddress('nowhere')).toBe('an unreadable address')
})

test.each([
  ['a sentence', 'It is down', 'It is down'],
  ['an object with an error', { error: { message: 'It is down' } }, 'It is down'],
  ['an error that is a sentence', { error: 'It is down' }, 'It is down'],
  ['a detail', { detail: 'Not Found' }, 'Not Found'],
  ['JSON', '[{"error":{"message":"It is down"}}]', 'It is down'],
  ['JSON in a form of its own', '{"reason":"down"}', '{"reason":"down"}'],
  ['broken JSON', '{"error', '{"error'],
  ['a page', '<html>502</html>', undefined],
  ['nothing', ' ', undefined],
  ['an empty object', '{}', undefined],
  ['something else', 42, undefined],
])('the words of a provider are found in %s', (_, body, words) => {
  expect(providerMessageIn(body)).toBe(words)
})

test.each([
  ['the key', 'Wrong key abcdef-123', 'Wrong key [redacted]'],
  ['a header', 'No such tenant: tenant-99', 'No such tenant: [redacted]'],
  ['what is in the address', 'Bad pass-word or secret-in-url', 'Bad [redacted] or [redacted]'],
  ['what looks like a key', 'Bad sk-ab**********yz and AIzaSyA12345', 'Bad [redacted] and [redacted]'],
  ['what stands behind Bearer', 'Got Bearer qwertz', 'Got [redacted]'],
])('%s is never shown', (_, words, shown) => {
  const known = { ...provider, apiKey: 'abcdef-123', headers: { 'x-tenant': 'tenant-99' } }
  expect(describeFailingProvider(known, { providerMessage: words })).toBe(
    `local (http://127.0.0.1:9/v1): ${shown}`,
  )
})

test('words are on one line, without control characters, and not long', () => {
  const shown = describeFailingProvider(provider, {
    status: 500,
    providerMessage: `a\n b\u001b[2J\u202e${'c'.repeat(9000)}`,
  })
  expect(shown).toMatch(/^local \(http:\/\/127\.0\.0\.1:9\/v1, HTTP 500\): a b\\u001b\[2J\\u202ec+…$/)
  expect(shown.length).toBeLessThan(350)
})
