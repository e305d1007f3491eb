import { expect, test } from 'vitest'
import { urlProblem } from '../../../src/domain/documents/check-url.js'

test.each([
  'http://example.com/a.pdf',
  'https://example.com:8443/a.pdf?token=x#page=2',
  'HTTPS://EXAMPLE.COM',
  'https://example.com/@home/a.pdf',
  'https://example.com?mail=a@b',
  'https://example.com./a.pdf',
  'https://localhost.example.com/',
  'https://internal.example.com/',
  'https://notlocal/',
  'http://1.1.1.1/a.pdf',
  'http://[2606:4700:4700::1111]/a.pdf',
  `https://example.com/${'a'.repeat(2048 - 20)}`,
])('%s may be fetched', (url) => {
  expect(urlProblem(url, [])).toBeUndefined()
})

test.each([
  ['url_too_long', `https://example.com/${'a'.repeat(2049 - 20)}`],
  ['url_too_long', `ftp://user@localhost/${'a'.repeat(2048)}`],
  ['url_scheme_not_allowed', ''],
  ['url_scheme_not_allowed', 'a.pdf'],
  ['url_scheme_not_allowed', '//example.com/a.pdf'],
  ['url_scheme_not_allowed', 'http:example.com'],
  ['url_scheme_not_allowed', 'http:/example.com'],
  ['url_scheme_not_allowed', ' http://example.com'],
  ['url_scheme_not_allowed', 'file:///etc/hosts'],
  ['url_scheme_not_allowed', 'ftp://example.com/a.pdf'],
  ['url_scheme_not_allowed', 'data:application/pdf,x'],
  ['url_scheme_not_allowed', 'blob:http://example.com/a'],
  ['url_scheme_not_allowed', 'gopher://example.com/'],
  ['url_scheme_not_allowed', 'ws://example.com/'],
  ['url_userinfo', 'https://user:secret@example.com/'],
  ['url_userinfo', 'https://user@example.com/'],
  ['url_userinfo', 'https://:secret@example.com/'],
  ['url_userinfo', 'https://@example.com/'],
  ['url_userinfo', 'https://example.com@127.0.0.1/'],
  ['url_blocked_host', 'http://'],
  ['url_blocked_host', 'http:///'],
  ['url_blocked_host', 'http://./'],
  ['url_blocked_host', 'http://a b/'],
  ['url_blocked_host', 'http://example.com:99999/'],
  ['url_blocked_host', 'http://1.2.3.256/'],
])('%s: %s', (problem, url) => {
  expect(urlProblem(url, [])).toBe(problem)
})

test('a host that was opened by hand may be fetched from, with its own scheme and userinfo rules', () => {
  const allowed = [{ host: '127.0.0.1', port: 9000 }]
  expect(urlProblem('http://127.0.0.1:9000/a.pdf', allowed)).toBeUndefined()
  expect(urlProblem('http://127.0.0.1:9001/a.pdf', allowed)).toBe('url_blocked_host')
  expect(urlProblem('http://u:p@127.0.0.1:9000/a.pdf', allowed)).toBe('url_userinfo')
  expect(urlProblem('ftp://127.0.0.1:9000/a.pdf', allowed)).toBe('url_scheme_not_allowed')
})
