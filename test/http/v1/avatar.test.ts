import { expect, test } from 'vitest'
import { AVATAR_BYTES } from '../../../src/contract/limits.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import { type Part, sendForm } from '../../support/http/forms.js'
import { characterRecord } from '../../support/http/http-records.js'
import { startWithFiles } from '../../support/http/uploads.js'
import { animated, colourAt, jpeg, metadataOf, png, twoHalves, webp } from '../../support/images/images.js'

const picture = (content: Uint8Array, filename = 'mira.png'): Part => ({ name: 'image', filename, content })
const avatarOf = ({ body }: { body: unknown }) => (body as { avatar: string }).avatar

test.each([
  ['JPEG', jpeg, 'jpg', 'image/jpeg'],
  ['PNG', png, 'png', 'image/png'],
  ['WebP', webp, 'webp', 'image/webp'],
] as const)('a %s becomes the avatar, at an absolute address', async (_, make, extension, type) => {
  const { upload, call, fetchFile } = await startWithFiles()
  const answer = await upload('avatar', [picture(await make(), 'whatever.gif')], { host: 'phone.local:4750' })
  const address = expect.stringMatching(
    `^http://phone\\.local:4750/files/[0-9a-f]{64}/avatar\\.${extension}$`,
  )
  expect(answer).toMatchObject({ status: 200, body: { id: 'c1', avatar: address } })
  expect((await call('GET', '/api/v1/characters/c1')).body).toEqual({
    ...(answer.body as object),
    avatar: avatarOf(answer).replace('phone.local:4750', 'localhost:80'),
  })

  const file = await fetchFile(avatarOf(answer))
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, type])
  expect(await metadataOf(file.rawPayload)).toMatchObject({ width: 40, height: 20 })
  expect(await colourAt(file.rawPayload, { left: 2, top: 10 })).toBe('red')
})

test('an upload moves updated_at and changes nothing else', async () => {
  const { upload, store } = await startWithFiles()
  await updateRecord(store, { kind: 'characters', id: 'c1' }, (current) => ({
    ...current,
    avatar: 'an identifier',
    updated_at: 'old',
  }))
  await upload('avatar', [picture(await png())])
  expect(await store.characters.find('c1')).toEqual(
    characterRecord({ avatar_file: { sha256: expect.any(String), name: 'avatar.png' } as never }),
  )
})

test('the orientation of the camera is applied, and its metadata is gone', async () => {
  const { upload, fetchFile } = await startWithFiles()
  const gps = { IFD0: { Artist: 'Nobody-7f3a' }, IFD3: { GPSLatitudeRef: 'N' } }
  const lying = await twoHalves().withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await metadataOf(lying)).toMatchObject({ orientation: 6, width: 40 })
  const { rawPayload } = await fetchFile(avatarOf(await upload('avatar', [picture(lying)])))
  const { width, height, exif, orientation } = await metadataOf(rawPayload)
  expect({ width, height, exif, orientation }).toEqual({ width: 20, height: 40 })
  expect([
    await colourAt(rawPayload, { left: 10, top: 5 }),
    await colourAt(rawPayload, { left: 10, top: 35 }),
  ]).toEqual(['red', 'blue'])
})

test('of an animation the first frame stays', async () => {
  const { upload, fetchFile } = await startWithFiles()
  const moving = await animated('webp')
  expect(await metadataOf(moving)).toMatchObject({ pages: 2 })
  const { rawPayload } = await fetchFile(avatarOf(await upload('avatar', [picture(moving)])))
  expect((await metadataOf(rawPayload)).pages ?? 1).toBe(1)
  expect(await colourAt(rawPayload, { left: 4, top: 4 })).toBe('red')
})

test('what is hidden behind the end of a picture is not kept', async () => {
  const { upload, fetchFile } = await startWithFiles()
  const polyglot = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
  const answer = await upload('avatar', [picture(polyglot)])
  expect(answer.status).toBe(200)
  expect((await fetchFile(avatarOf(answer))).rawPayload.includes('<script>')).toBe(false)
})

const refusals: [string, () => Promise<Uint8Array> | Uint8Array, RegExp][] = [
  ['no bytes at all', () => Buffer.alloc(0), /JPEG, PNG or WebP/],
  ['text', () => Buffer.from('not a picture'), /JPEG, PNG or WebP/],
  ['a GIF', () => animated('gif'), /JPEG, PNG or WebP/],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /JPEG, PNG or WebP/],
  ['the magic of a JPEG and nothing more', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /decoded|JPEG, PNG/],
  ['a PNG cut off', async () => half(await png()), /decoded/],
  ['a JPEG cut off', async () => half(await jpeg()), /decoded/],
  ['a WebP cut off', async () => half(await webp()), /decoded/],
  [
    'a PNG header before something else',
    async () => Buffer.concat([(await png()).subarray(0, 40), Buffer.alloc(500)]),
    /decoded/,
  ],
  ['a pixel bomb', () => bomb(), /too large/],
  ['more than 10 MB', async () => Buffer.concat([await png(), Buffer.alloc(AVATAR_BYTES)]), /at most 10 MB/],
]

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2)

/** 50 megapixels and a little, in a few kilobytes. */
const bomb = () => png({ width: 10_000, height: 5001 })

test.each(refusals)(
  '%s is refused, whatever its name says; nothing changes, no file is left',
  async (_, make, detail) => {
    const { upload, store, storedFiles } = await startWithFiles()
    const answer = await upload('avatar', [{ ...picture(await make()), type: 'image/png' }])
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } })
    expect(await store.characters.find('c1')).toEqual(characterRecord())
    await expect.poll(storedFiles).toEqual([])
  },
)

test('10 MB to the byte are accepted', async () => {
  const { upload } = await startWithFiles()
  const small = await jpeg()
  const padded = Buffer.concat([small, Buffer.alloc(AVATAR_BYTES - small.length)])
  expect((await upload('avatar', [picture(padded)])).status).toBe(200)
})

test('a replaced avatar vanishes, and so does one that is taken away or deleted with its character', async () => {
  const { upload, call, fetchFile, storedFiles } = await startWithFiles()
  const first = await upload('avatar', [picture(await png())])
  const second = await upload('avatar', [picture(await jpeg())])
  await expect.poll(storedFiles).toHaveLength(1)
  expect((await fetchFile(avatarOf(first))).statusCode).toBe(404)

  await call('PUT', '/api/v1/characters/c1', { body: { avatar: 'https://example.org/a.png' } })
  await expect.poll(storedFiles).toEqual([])
  expect((await fetchFile(avatarOf(second))).statusCode).toBe(404)

  await upload('avatar', [picture(await webp())])
  await expect.poll(storedFiles).toHaveLength(1)
  await call('DELETE', '/api/v1/characters/c1')
  await expect.poll(storedFiles).toEqual([])
})

test('a file that two characters show stays until the last of them lets go of it', async () => {
  const { upload, store, app, key, call, fetchFile, storedFiles } = await startWithFiles()
  await store.characters.insert(characterRecord({ id: 'c2' }))
  const image = picture(await png())
  const answer = await upload('avatar', [image])
  await sendForm({ app, key }, '/api/v1/characters/c2/avatar', [image])
  await expect.poll(storedFiles).toHaveLength(1)
  await call('DELETE', '/api/v1/characters/c1')
  expect((await fetchFile(avatarOf(answer))).statusCode).toBe(200)
})

test('legacy answers show the same address in camelCase', async () => {
  const { upload, call } = await startWithFiles()
  const { body } = await upload('avatar', [picture(await png())])
  const { avatar } = body as { avatar: string }
  expect((await call('GET', '/api/agents/c1')).body).toMatchObject({ avatar })
  expect((await call('GET', '/api/v1/characters')).body).toMatchObject({ characters: [{ avatar }] })
})

test('only its owner gives a character a picture: 403 to a player, 404 to another account', async () => {
  const { app, key, otherKey, store, storedFiles, makeKey } = await startWithFiles()
  await store.characters.insert(characterRecord({ id: 'hers', player_id: 'ada' }))
  const send = async (id: string, asking: { key: string | null; headers?: Record<string, string> }) =>
    (await sendForm({ app, ...asking }, `/api/v1/characters/${id}/avatar`, [picture(await png())])).status

  const ada = { 'x-player-id': 'ada' }
  expect(await send('c1', { key, headers: ada })).toBe(403)
  expect(await send('hers', { key, headers: { 'x-player-id': 'bob' } })).toBe(403)
  expect(await send('c1', { key: otherKey })).toBe(404)
  expect(await send('nobody', { key })).toBe(404)
  expect(await send('c1', { key: null })).toBe(401)
  expect(await send('c1', { key: await makeKey('a1', ['characters:read']) })).toBe(403)
  await expect.poll(storedFiles).toEqual([])
  expect(await send('hers', { key, headers: ada })).toBe(200)
})
