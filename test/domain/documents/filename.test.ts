import { expect, test } from 'vitest'
import { filenameOf } from '../../../src/domain/documents/filename.js'
import { redactUrl } from '../../../src/domain/documents/new-document.js'

const url = 'https://example.com/docs/Hand%20book.pdf?token=secret#page=2'

test('a document takes the given name, else the one that was sent, else the last segment of its URL', () => {
  expect(filenameOf({ name: 'Guide / 1', sent: 'sent.pdf', url })).toBe('Guide / 1')
  expect(filenameOf({ name: ' ', sent: 'sent.pdf', url })).toBe('sent.pdf')
  expect(filenameOf({ name: null, sent: null, url })).toBe('Hand book.pdf')
})

test.each([
  ['a URL without a path', 'https://example.com'],
  ['a URL of a folder', 'https://example.com/docs/'],
  ['a segment of dots and controls', 'https://example.com/%2e%2e%00%0a'],
])('%s gives document.pdf', (_, nameless) => {
  expect(filenameOf({ url: nameless })).toBe('document.pdf')
})

test('a segment that does not decode stays as it is', () => {
  expect(filenameOf({ url: 'https://example.com/100%.pdf' })).toBe('100%.pdf')
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/absolute.pdf', 'absolute.pdf'],
  ['.hidden.pdf', 'hidden.pdf'],
  ['a\r\nb\0c.pdf', 'abc.pdf'],
  ['fdp.\u202egnp.pdf', 'fdp.gnp.pdf'],
  ['a<b>:"|?*.pdf', 'a_b______.pdf'],
  ['  two   words.pdf. ', 'two words.pdf'],
  ['re\u0301sume\u0301.pdf', 'r\u00e9sum\u00e9.pdf'],
  ['\u0645\u06cc\u200c\u062e.pdf', '\u0645\u06cc\u200c\u062e.pdf'],
  ['a\ud800b.pdf', 'ab.pdf'],
])('a name that was sent is made safe: %j', (sent, safe) => {
  expect(filenameOf({ sent, url })).toBe(safe)
})

test('an escaped folder in a URL does not become one', () => {
  expect(filenameOf({ url: 'https://example.com/a%2F..%2Fb.pdf' })).toBe('b.pdf')
})

test('a name of more than 200 characters keeps its beginning and its extension', () => {
  const name = filenameOf({ sent: `${'a'.repeat(300)}.pdf`, url })
  expect(name).toBe(`${'a'.repeat(196)}.pdf`)
  const pairs = filenameOf({ sent: `a${'\u{1f600}'.repeat(150)}.pdf`, url })
  expect(pairs).toBe(`a${'\u{1f600}'.repeat(97)}.pdf`)
})

test.each([
  [url, 'https://example.com/docs/Hand%20book.pdf'],
  ['HTTP://Example.com:80/a?b', 'http://example.com/a'],
  ['https://user:secret@example.com:8443/a', 'https://example.com:8443/a'],
  ['no URL', ''],
])('%s is told as scheme, host and path', (whole, short) => {
  expect(redactUrl(whole)).toBe(short)
})
