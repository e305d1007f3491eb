import { expect, test } from 'vitest'
import { isAllowedHost, parsePrivateHost } from '../../../src/domain/documents/private-hosts.js'

test.each([
  ['files.internal', { host: 'files.internal', port: null }],
  ['FILES.internal.:8080', { host: 'files.internal', port: 8080 }],
  ['127.0.0.1:9000', { host: '127.0.0.1', port: 9000 }],
  ['0x7f.1', { host: '127.0.0.1', port: null }],
  ['[::1]:80', { host: '[::1]', port: 80 }],
  ['::1', { host: '[::1]', port: null }],
  ['bücher.example', { host: 'xn--bcher-kva.example', port: null }],
])('%s names a host that is opened', (text, host) => {
  expect(parsePrivateHost(text)).toEqual(host)
})

test.each([
  '',
  ' ',
  ':80',
  'host:',
  'host:0',
  'host:65536',
  'host:http',
  'http://host',
  'host/path',
  'user@host',
  'a,b',
  '*',
  '*.example',
  '10.0.0.0/8',
  '[::1',
  '[fe80::1%25eth0]',
  '1.2.3.256',
])('"%s" names no host', (text) => {
  expect(parsePrivateHost(text)).toBeUndefined()
})

const opens = (text: string, url: string): boolean => {
  const host = parsePrivateHost(text)
  return host !== undefined && isAllowedHost(new URL(url), [host])
}

test.each([
  ['files.internal', 'http://files.internal/a.pdf'],
  ['files.internal', 'https://FILES.internal.:8443/a.pdf'],
  ['files.internal:80', 'http://files.internal/a.pdf'],
  ['files.internal:443', 'https://files.internal/a.pdf'],
  ['127.0.0.1:9000', 'http://2130706433:9000/a.pdf'],
  ['::1', 'http://[0:0::1]/a.pdf'],
])('%s opens %s', (text, url) => {
  expect(opens(text, url)).toBe(true)
})

test.each([
  ['files.internal', 'http://files2.internal/'],
  ['files.internal', 'http://a.files.internal/'],
  ['files.internal', 'http://files.internal.example/'],
  ['files.internal:80', 'https://files.internal/'],
  ['files.internal:80', 'http://files.internal:8080/'],
  ['127.0.0.1', 'http://localhost/'],
  ['127.0.0.1', 'http://127.0.0.2/'],
  ['127.0.0.1', 'http://[::ffff:127.0.0.1]/'],
  ['localhost', 'http://127.0.0.1/'],
])('%s does not open %s', (text, url) => {
  expect(opens(text, url)).toBe(false)
})
