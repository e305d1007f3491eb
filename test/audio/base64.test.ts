import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../../src/audio/base64.js'

const samples = Array.from({ length: 130 }, (_, length) =>
  Uint8Array.from({ length }, (__, at) => (at * 37) & 255),
)

test('writes what everyone else reads: standard alphabet, padded', () => {
  for (const bytes of samples) expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})

test.each([
  ['padded', (text: string) => text],
  ['without padding', (text: string) => text.replace(/=+$/, '')],
  ['in the alphabet of URLs', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
  ['broken into lines', (text: string) => text.replace(/.{60}/g, '$&\r\n')],
])('reads it %s', (_, change) => {
  for (const bytes of samples) expect([...(fromBase64(change(toBase64(bytes))) ?? [])]).toEqual([...bytes])
})

test.each(['data:audio/wav;base64,AAAA', 'AA*A', 'AA==AA==', 'ÄÄÄÄ'])('refuses %s', (text) => {
  expect(fromBase64(text)).toBeUndefined()
})

test('a lone last letter, which cannot hold a byte, is dropped', () => {
  expect(fromBase64('AAAAA')).toEqual(Uint8Array.of(0, 0, 0))
  expect(fromBase64('')).toEqual(new Uint8Array(0))
})
