import { expect, test } from 'vitest'
import { requestBaseUrl } from '../../src/domain/request-base-url.js'

const at = (
  headers: Record<string, string>,
  socket: object = { localAddress: '127.0.0.1', localPort: 4750 },
) => requestBaseUrl({ headers, socket } as never)

test.each(['localhost:4750', '192.168.1.5:4750', 'parley.example.org', '[::1]:4750', 'parley_1'])(
  'a server is where its client has just asked: %s',
  (host) => expect(at({ host })).toBe(`http://${host}`),
)

test('behind a proxy that speaks TLS the address begins with https', () => {
  expect(at({ host: 'parley.example.org', 'x-forwarded-proto': 'https' })).toBe('https://parley.example.org')
  expect(at({ host: 'parley.example.org', 'x-forwarded-proto': 'javascript' })).toBe(
    'http://parley.example.org',
  )
})

test.each([
  '',
  'evil.org/path',
  'user@evil.org',
  'evil.org?',
  'evil.org#',
  'a b',
  '"><script>',
  'evil.org:x',
  '.',
])('a Host that is no plain host counts for nothing: %j', (host) =>
  expect(at({ host })).toBe('http://127.0.0.1:4750'),
)

test('without a Host the address is the one that was connected to', () => {
  expect(at({}, { localAddress: '::1', localPort: 80 })).toBe('http://[::1]:80')
  expect(at({}, {})).toBe('http://localhost:80')
})
