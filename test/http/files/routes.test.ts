import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { rangeOf } from '../../../src/http/files/routes.js'
import { characterRecord } from '../../support/http/http-records.js'
import { startWithFiles } from '../../support/http/uploads.js'
import { png } from '../../support/images/images.js'

async function startWithAvatar() {
  const world = await startWithFiles()
  const { body } = await world.upload('avatar', [{ name: 'image', filename: 'a.png', content: await png() }])
  const { avatar } = body as { avatar: string }
  const whole = (await world.fetchFile(avatar)).rawPayload
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    world.fetchFile(avatar, headers, method)
  return { ...world, avatar, whole, get, etag: `"${avatar.split('/').at(-2)}"` }
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Accept-Ranges, Content-Range, Content-Length, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
}

test('a file is fetched without credentials, from any page, and kept by caches for good', async () => {
  const { get, whole, etag } = await startWithAvatar()
  const { statusCode, headers } = await get()
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    ...CORS,
    etag,
    'content-type': 'image/png',
    'content-length': String(whole.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  expect(etag).toBe(`"${createHash('sha256').update(whole).digest('hex')}"`)
})

test('HEAD tells all of it but the bytes', async () => {
  const { get, whole } = await startWithAvatar()
  const [head, answer] = [await get({ range: 'bytes=0-3' }, 'HEAD'), await get()]
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  expect(head.headers).toMatchObject({
    'content-type': answer.headers['content-type'],
    'content-length': String(whole.length),
    etag: answer.headers.etag,
  })
})

test('a known file is not sent again', async () => {
  const { get, etag } = await startWithAvatar()
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await get({ 'if-none-match': known, range: 'bytes=0-3' }, method)
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([304, 0])
      expect(answer.headers).toMatchObject({ etag, ...CORS })
    }
  }
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('a part of a file is fetched by its range', async () => {
  const { get, whole } = await startWithAvatar()
  const answer = await get({ range: 'bytes=4-7' })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers).toMatchObject({
    'content-range': `bytes 4-7/${whole.length}`,
    'content-length': '4',
  })
  expect(answer.rawPayload).toEqual(whole.subarray(4, 8))
  expect((await get({ range: 'bytes=-4' })).rawPayload).toEqual(whole.subarray(-4))
})

test('If-Range asks for the part of this very file, else for all of the other', async () => {
  const { get, etag } = await startWithAvatar()
  const status = async (ifRange: string) =>
    (await get({ range: 'bytes=0-3', 'if-range': ifRange })).statusCode
  expect([await status(etag), await status('"other"'), await status(`W/${etag}`)]).toEqual([206, 200, 200])
})

test('a range that lies beyond the file is 416 and says how long it is', async () => {
  const { get, whole } = await startWithAvatar()
  const answer = await get({ range: `bytes=${whole.length}-` })
  expect(answer.statusCode).toBe(416)
  expect(answer.headers).toMatchObject({
    'content-range': `bytes */${whole.length}`,
    'cache-control': 'no-store',
  })
  expect(answer.json()).toEqual({ detail: 'Range Not Satisfiable' })
})

test('a page may ask whether it may ask for a range', async () => {
  const { app, avatar } = await startWithAvatar()
  const headers = { origin: 'https://game.example', 'access-control-request-headers': 'range' }
  const answer = await app.inject({ method: 'OPTIONS', url: new URL(avatar).pathname, headers })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'range',
  })
})

test('what no character shows is not there, though it is stored', async () => {
  const { store, fetchFile } = await startWithFiles()
  const secret = await store.files.put(bytes('a document'), { maxBytes: 100 })
  const sha256 = secret?.sha256 ?? ''
  expect(await store.files.size(sha256)).toBe(10)
  for (const name of ['avatar.png', 'model.glb', 'document.pdf']) {
    expect((await fetchFile(`http://x/files/${sha256}/${name}`)).statusCode).toBe(404)
  }
  secret?.release()
})

async function* bytes(text: string) {
  yield Buffer.from(text)
}

test('a file has one address: other names and spellings of it are 404', async () => {
  const { avatar, app, whole } = await startWithAvatar()
  const path = new URL(avatar).pathname
  const [, , hash = ''] = path.split('/')
  const wrong = [
    path.replace('.png', '.html'),
    path.replace(hash, hash.toUpperCase()),
    path.replace('avatar', '..%2Favatar'),
    `/files/${hash}`,
    `/files/..%2F..%2Fsecrets.json/avatar.png`,
    `/files/__proto__/constructor`,
  ]
  for (const url of wrong) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
  expect(whole.length).toBeGreaterThan(0)
})

test('a record whose file is lost is 404, not an error', async () => {
  const { store, fetchFile } = await startWithFiles()
  const sha256 = 'ab'.repeat(32)
  await store.characters.insert(characterRecord({ id: 'c2', avatar_file: { sha256, name: 'avatar.png' } }))
  expect((await fetchFile(`http://x/files/${sha256}/avatar.png`)).statusCode).toBe(404)
})

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=2-300', { start: 2, end: 9 }],
  ['BYTES=0-0', { start: 0, end: 0 }],
])('of ten bytes %s is a part', (header, range) => expect(rangeOf(header, 10)).toEqual(range))

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=999999999999999-'])(
  'of ten bytes there is no part %s',
  (header) => expect(rangeOf(header, 10)).toBeNull(),
)

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-2',
  'bytes=a-b',
  'lines=1-2',
  'bytes=0-1,4-5',
  'bytes=0x1-2',
])('%s asks for all of it', (header) => expect(rangeOf(header, 10)).toBeUndefined())
