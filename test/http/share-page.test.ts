import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { CharacterRecord } from '../../src/domain/characters/record.js'
import { insertShare } from '../../src/domain/shares/create.js'
import type { ShareRecord } from '../../src/domain/shares/record.js'
import { updateRecord } from '../../src/domain/unit-of-work.js'
import { startHttp } from '../support/http/http.js'
import { characterRecord } from '../support/http/http-records.js'
import { aShare } from '../support/stores/store-records.js'

async function start() {
  const { app } = await startHttp()
  return (url: string) => app.inject({ method: 'GET', url })
}

test('a share link is a page in both forms, and opens nothing; its status says how the share stands', async () => {
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
    permanent: [200, 'active'],
    expiring: [200, 'active'],
    'used-up': [200, 'used-up'],
    silent: [200, 'active'],
    expired: [410, 'expired'],
    revoked: [410, 'revoked'],
    orphaned: [404, 'unknown'],
    '11111111-1111-4111-8111-111111111111': [404, 'unknown'],
    '%3Cscript%3E': [404, 'unknown'],
  } as const
  const plain = new Set<string>()
  const previewed = new Set<string>()
  for (const [id, [status, told]] of Object.entries(statuses)) {
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [`/s/${id}`, `/sa/${id}`]) {
        const { statusCode, headers, body } = await app.inject({ method, url })
        expect([url, statusCode, headers['content-type']]).toEqual([url, status, 'text/html; charset=utf-8'])
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'x-share-status': told,
          'content-security-policy': expect.any(String),
        })
        if (method === 'GET') (body.includes('og:title') ? previewed : plain).add(body)
        expect([url, method === 'HEAD' || body.includes('og:title')]).toEqual([
          url,
          method === 'HEAD' || ['permanent', 'expiring', 'silent'].includes(id),
        ])
      }
    }
  }
  // Of what may not be redeemed nothing is told, not even to whom the link led.
  expect([plain.size, previewed.size]).toEqual([1, 1])
  expect((await store.shares.find('permanent'))?.open_count).toBe(0)
})

/** The tags of the page's head, by name. */
const tagsOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)].map(
      ([, name = '', content = '']) => [name, unescapeHtml(content)],
    ),
  )
const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const aPicture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })

async function givenShare(character: Parameters<typeof characterRecord>[0], overrides = {}) {
  const { app, store } = await startHttp(overrides)
  await store.characters.insert(characterRecord(character))
  await insertShare(store, aShare({ id: 'secret-id', characterId: 'c1', expiresAt: null }), 9)
  const get = async (headers = {}) =>
    (await app.inject({ method: 'GET', url: '/s/secret-id', headers: { host: 'mira.test:81', ...headers } }))
      .body
  const update = (changes: Partial<CharacterRecord>) =>
    updateRecord(store, { kind: 'characters', id: 'c1' }, (record) => ({ ...record, ...changes }))
  return { store, get, update }
}

test('the preview of a link tells name, tagline and picture, with its type and size, and not the link', async () => {
  const { store, get, update } = await givenShare({ name: 'Mira Vale', tagline: 'Keeper of the light' })
  expect(tagsOf(await get())).toMatchObject({
    description: 'Keeper of the light',
    'og:type': 'website',
    'og:title': 'Mira Vale',
    'og:description': 'Keeper of the light',
    'twitter:card': 'summary',
  })
  expect(await get()).not.toContain('og:image')

  const file = await store.files.put(Readable.from([await aPicture().jpeg().toBuffer()]), {
    maxBytes: 9999,
  })
  const avatar_file = { sha256: String(file?.sha256), name: 'avatar.jpg' }
  await update({ avatar_file })
  const body = await get()
  expect(tagsOf(body)).toMatchObject({
    'og:image': `http://mira.test:81/files/${file?.sha256}/avatar.jpg`,
    'og:image:type': 'image/jpeg',
    'og:image:width': '40',
    'og:image:height': '30',
    'og:image:alt': 'Mira Vale',
  })
  expect(body).toContain('<title>Mira Vale</title>')
  expect(body).not.toContain('secret-id')
})

test('the picture of a model stands for an avatar that there is none of, and never for one that is elsewhere', async () => {
  const { store, get, update } = await givenShare({ name: 'Mira' })
  const file = await store.files.put(Readable.from([await aPicture().png().toBuffer()]), {
    maxBytes: 9999,
  })
  const model_thumbnail_file = { sha256: String(file?.sha256), name: 'thumbnail.png' }
  await update({ model_thumbnail_file })
  expect(tagsOf(await get())['og:image']).toMatch(/thumbnail\.png$/)
  await update({ avatar: 'https://elsewhere.test/a.png' })
  const tags = tagsOf(await get())
  expect(tags['og:image']).toBeUndefined()
  // Before the figure itself, whatever the avatar is.
  expect(JSON.parse(tags['share-preview'] ?? '').poster).toMatch(/\/thumbnail\.png$/)
})

test('addresses begin with the base of share links, if one is set', async () => {
  const { deps } = await startHttp()
  const settings = { ...deps.settings, shareUrl: 'https://play.example' }
  const { store, get, update } = await givenShare({ name: 'Mira' }, { settings })
  const file = await store.files.put(Readable.from([await aPicture().webp().toBuffer()]), {
    maxBytes: 9999,
  })
  const avatar_file = { sha256: String(file?.sha256), name: 'avatar.webp' }
  await update({ avatar_file })
  expect(tagsOf(await get())['og:image']).toBe(`https://play.example/files/${file?.sha256}/avatar.webp`)
})

test('names and taglines stay text, whatever they hold', async () => {
  const name = `"><script>alert('x')</script>&amp;$&$1`
  const { get } = await givenShare({ name, tagline: '\'" onload="x" </title><style>' })
  const body = await get({ host: 'evil"><script>.test' })
  expect(body).not.toMatch(/<script>|<style>|onload="x"/)
  expect(tagsOf(body)).toMatchObject({ 'og:title': name, 'og:description': '\'" onload="x" </title><style>' })
})

test.each([
  ['speech', false, { speaks: true, hears: true }],
  ['data_layer', true, { speaks: false, hears: false }],
] as const)(
  'the page is told what can be done: %s, text only %s',
  async (understood, text_only, abilities) => {
    const voice = { recognition: { understands: () => understood } }
    const { get } = await givenShare({ name: 'Mira', text_only, background: 'A secret' }, { voice })
    const body = await get()
    expect(JSON.parse(tagsOf(body)['share-preview'] ?? '')).toEqual({
      name: 'Mira',
      tagline: null,
      picture: null,
      poster: null,
      ...abilities,
    })
  },
)

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
  const lazy = [...seen.keys()].filter((url) => url.includes('/figure-stage-'))
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
  expect(script).toContain('Start the conversation')
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
