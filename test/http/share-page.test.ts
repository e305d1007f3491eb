import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { insertShare } from '../../src/domain/shares/create.js'
import type { ShareRecord } from '../../src/domain/shares/record.js'
import { startHttp } from '../support/http/http.js'
import { characterRecord } from '../support/http/http-records.js'
import { aShare } from '../support/stores/store-records.js'

async function start() {
  const { app } = await startHttp()
  return (url: string) => app.inject({ method: 'GET', url })
}

test('a share link is the same page for every id, in both forms, and opens nothing; its status says how the share stands', async () => {
  const { app, store } = await startHttp()
  await store.characters.insert(characterRecord())
  const put = (given: Partial<ShareRecord>) =>
    insertShare(store, aShare({ characterId: 'c1', expiresAt: null, ...given }), 9)
  await put({ id: 'permanent' })
  await put({ id: 'expiring', expiresAt: '2030-01-02T03:04:05.001Z' })
  await put({ id: 'used-up', expiresAt: '2030-02-02T00:00:00.000Z', maxExchanges: 1, redeemer_count: 1 })
  await put({ id: 'silent', maxInteractions: 1, interaction_count: 1 })
  await put({ id: 'expired', expiresAt: '2030-01-02T03:04:05.000Z' })
  await put({ id: 'revoked', revoked_at: '2030-01-02T00:00:00.000Z' })
  await put({ id: 'orphaned', characterId: 'nobody' })
  const statuses = {
    permanent: 200,
    expiring: 200,
    'used-up': 200,
    silent: 200,
    expired: 410,
    revoked: 410,
    orphaned: 404,
    '11111111-1111-4111-8111-111111111111': 404,
    '%3Cscript%3E': 404,
  }
  const bodies = new Set<string>()
  for (const [id, status] of Object.entries(statuses)) {
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [`/s/${id}`, `/sa/${id}`]) {
        const { statusCode, headers, body } = await app.inject({ method, url })
        expect([url, statusCode, headers['content-type']]).toEqual([url, status, 'text/html; charset=utf-8'])
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'content-security-policy': expect.any(String),
        })
        if (method === 'GET') bodies.add(body)
      }
    }
  }
  expect(bodies.size).toBe(1)
  expect((await store.shares.find('permanent'))?.open_count).toBe(0)
})

test('its policy lets nothing in from elsewhere, and no script that is not a file', async () => {
  const get = await start()
  const { headers, body } = await get('/s/any')
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  )
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self' blob:",
    'frame-ancestors': "'none'",
  })
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|https?:/)
})

test('the page and what it loads are under 60 kB when packed, but for its 3D part, and kept for ever', async () => {
  const get = await start()
  const page = await get('/s/any')
  const seen = new Map([['/s/any', page.rawPayload]])
  const visit = async (text: string): Promise<void> => {
    for (const [, name = ''] of text.matchAll(/(?:share-page\/|\.\/)([\w.-]+\.(?:js|css))/g)) {
      const url = `/share-page/${name}`
      if (seen.has(url)) continue
      const { statusCode, headers, rawPayload, body } = await get(url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-type']).toMatch(/^text\/(javascript|css); charset=utf-8$/)
      seen.set(url, rawPayload)
      await visit(body)
    }
  }
  await visit(page.body)
  // Loaded for characters with a model alone.
  const lazy = [...seen.keys()].filter((url) => url.includes('/character-scene-'))
  expect(lazy).toHaveLength(1)
  const loaded = [...seen].filter(([url]) => !lazy.includes(url))
  expect(loaded.length).toBeGreaterThan(3)
  const packed = loaded.reduce((sum, [, bytes]) => sum + gzipSync(bytes).byteLength, 0)
  expect(packed).toBeLessThan(60_000)
})

test('the contract is types to the page: it loads none of its schemas', async () => {
  const get = await start()
  const [, name = ''] = /share-page\/([\w.-]+\.js)/.exec((await get('/s/any')).body) ?? []
  const script = (await get(`/share-page/${name}`)).body
  expect(script).toContain('Start talking')
  // What TypeBox marks each schema with.
  expect(script).not.toContain('~kind')
})

test.each(['/share-page/nothing.js', '/share-page/..%2f..%2fpackage.json', '/share-page/'])(
  '%s is not there',
  async (url) => {
    expect((await (await start())(url)).statusCode).toBe(404)
  },
)

test('the anchor of a local server fits 64 bytes, and its NDEF message an NTAG213', () => {
  const url = `http://127.0.0.1:4750/sa/${'f'.repeat(36)}`
  expect(Buffer.byteLength(url)).toBeLessThanOrEqual(64)
  // NFC Forum: a short URI record is header, type length, payload length, `U`, the code of `http://`, the rest;
  // as a TLV it has type and length before it and a terminator behind.
  const record = 5 + Buffer.byteLength(url) - 'http://'.length
  expect(2 + record + 1).toBeLessThanOrEqual(144)
})
