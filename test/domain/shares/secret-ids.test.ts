import { expect, test } from 'vitest'
import { newSessionToken, newShareId } from '../../../src/domain/shares/secret-ids.js'
import { createSecrets } from '../../../src/runtime/process/random.js'

const many = <T>(make: () => T) => Array.from({ length: 2000 }, make)

test('share ids are UUIDs of version 4, of which each random bit is as often 0 as 1', () => {
  const ids = many(() => newShareId(createSecrets()))
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(new Set(ids).size).toBe(ids.length)
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`))
  const shares = Array.from(
    { length: 128 },
    (_, at) => bits.filter((value) => ((value >> BigInt(at)) & 1n) === 1n).length / bits.length,
  )
  // Version and variant are six bits that are always the same.
  expect(shares.filter((share) => share > 0.4 && share < 0.6)).toHaveLength(122)
})

test('session tokens are sst_ and 32 characters, no two alike, of 192 bits of chance', () => {
  const tokens = many(() => newSessionToken(createSecrets()))
  for (const token of tokens) expect(token).toMatch(/^sst_[A-Za-z0-9_-]{32}$/)
  expect(new Set(tokens).size).toBe(tokens.length)
  const bits = tokens.map((token) => [...Buffer.from(token.slice(4), 'base64url')])
  const shares = Array.from({ length: 192 }, (_, at) => {
    const set = bits.filter((bytes) => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1)
    return set.length / bits.length
  })
  // All of them are chance: 192 bits, of which 122 would do.
  expect(shares.filter((share) => share > 0.4 && share < 0.6)).toHaveLength(192)
})
