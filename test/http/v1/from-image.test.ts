import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  GENERATION_IMAGE_BODY_BYTES,
  GENERATION_IMAGE_BYTES,
  GENERATION_IMAGE_TEXT_MAX,
} from '../../../src/contract/generation.js'
import { CONTRACT_LIMITS } from '../../../src/contract/limits.js'
import { DomainError } from '../../../src/domain/errors.js'
import type { Vision } from '../../../src/domain/vision/ports.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { formBytes, type Part, sendForm } from '../../support/http/forms.js'
import { startHttp } from '../../support/http/http.js'
import { organizationRecord } from '../../support/http/http-records.js'
import { animated, colourAt, metadataOf, png, twoHalves } from '../../support/images/images.js'
import { cmykJpeg, deepPng, largeJpeg, pictureOf } from '../../support/images/pictures.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

const URL_OF = { v1: '/api/v1/characters/from-image', old: '/api/generate/image-to-character' }
const field = (name: string, content: string): Part => ({ name, content })
const image = (content: Uint8Array): Part => ({ name: 'image', filename: 'x', type: 'image/png', content })
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const shown = (answer: { body: unknown }) => answer.body as Readonly<Record<string, string>>

async function start(overrides: Parameters<typeof startHttp>[0] = {}) {
  const folder = await temporaryFolder()
  const world = await startHttp(overrides, createInMemoryStore({ filesFolder: folder }))
  const post = (body: object, asked: object = {}) => world.call('POST', URL_OF.v1, { body, ...asked })
  const send = (form: readonly Part[] | Buffer, headers: Record<string, string> = {}, url = URL_OF.v1) =>
    sendForm({ ...world, method: 'POST', headers }, url, form)
  const fetchFile = (address: unknown) => world.app.inject({ url: new URL(String(address)).pathname })
  const total = async () => (await world.call('GET', '/api/v1/characters')).body
  const isUntouched = async () => {
    expect(await total()).toMatchObject({ total: 0 })
    await expect.poll(() => readdir(folder)).toEqual([])
  }
  return { ...world, post, send, fetchFile, isUntouched, storedFiles: () => readdir(folder) }
}

/** A vision that says what it was asked, and as much as it likes. */
const saying = (texts: Partial<Awaited<ReturnType<Vision['suggestCharacter']>>> = {}) => {
  const heard: unknown[] = []
  const vision: Vision = {
    describe: async () => '',
    suggestCharacter: async (_, instructions) => {
      heard.push(instructions)
      return {
        name: 'Ada',
        tagline: 'Countess',
        appearance: 'Tall',
        voice: 'Low',
        persona: 'Witty',
        ...texts,
      }
    },
  }
  return { vision, heard }
}

test('a form makes a character of a picture: texts, voice, source and a square avatar; no model', async () => {
  const { send, call, fetchFile } = await start()
  const answer = await send([image(await pictureOf('house'))], { host: 'phone.local:4750' })
  const address = (name: string) =>
    expect.stringMatching(`^http://phone\\.local:4750/files/[0-9a-f]{64}/${name}\\.png$`)
  expect(answer).toMatchObject({
    status: 201,
    body: {
      name: expect.stringMatching(/^\w+ Blue\w+$/),
      tagline: expect.stringContaining('sky blue'),
      personality: expect.stringContaining('sky blue'),
      appearance: expect.stringContaining('sky blue'),
      avatar: address('avatar'),
      source_image_url: address('source'),
      generated_voice_id: expect.stringMatching(/^voice_[0-9a-f]{16}$/),
      tts_voice: shown(answer)['generated_voice_id'],
      tts_provider: 'default',
      text_only: false,
      player_id: null,
      model_status: null,
      model_url: null,
    },
  })
  const read = await call('GET', `/api/v1/characters/${shown(answer)['id']}`, {
    headers: { host: 'phone.local:4750' },
  })
  expect(read.body).toEqual(answer.body)
  const avatar = await fetchFile(shown(answer)['avatar'])
  expect(await metadataOf(avatar.rawPayload)).toMatchObject({ width: 512, height: 512, format: 'png' })
  const source = await fetchFile(shown(answer)['source_image_url'])
  expect(await metadataOf(source.rawPayload)).toMatchObject({ width: 320, height: 320, format: 'png' })
})

test('JSON with base64 gives the same character as the form, whatever type it claims', async () => {
  const { send, post } = await start()
  const picture = await pictureOf('face')
  const texts = ({ name, appearance, personality, generated_voice_id, avatar }: Record<string, unknown>) => ({
    ...{ name, appearance, personality, generated_voice_id, avatar },
  })
  const byForm = await send([image(picture)])
  const wrapped = base64(picture).replace(/.{76}/g, '$&\r\n')
  const answers = await Promise.all([
    post({ image: base64(picture) }),
    post({ image: wrapped, mimeType: 'image/webp', somethingElse: 1 }),
  ])
  for (const { status, body } of answers) {
    expect([status, texts(body as never)]).toEqual([201, texts(byForm.body as never)])
  }
})

test('a key needs generation:write for it, and no scope of characters', async () => {
  const { post, makeKey } = await start()
  const image = base64(await pictureOf('face'))
  const statusWith = async (scope: 'generation:write' | 'characters:write') =>
    (await post({ image }, { key: await makeKey('a1', [scope]) })).status
  expect(await statusWith('characters:write')).toBe(403)
  expect(await statusWith('generation:write')).toBe(201)
})

test('different pictures give different characters', async () => {
  const { send } = await start()
  const one = shown(await send([image(await pictureOf('night'))]))
  const other = shown(await send([image(await pictureOf('snow'))]))
  for (const name of ['name', 'personality', 'appearance', 'generated_voice_id', 'avatar']) {
    expect(one[name]).not.toBe(other[name])
  }
})

test('the old path takes snake_case, by form or JSON, and answers 200 with the agent', async () => {
  const { send, call } = await start(saying())
  const picture = await png()
  const options = { tts_provider: 'b', use_default_voice: true }
  const byJson = await call('POST', URL_OF.old, {
    body: { image: base64(picture), mime_type: 'image/png', ...options },
  })
  const fields = [field('tts_provider', 'b'), field('use_default_voice', 'true')]
  const byForm = await send([...fields, image(picture)], {}, URL_OF.old)
  for (const answer of [byJson, byForm]) {
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'Ada', ttsProvider: 'b', generatedVoiceId: null, modelStatus: null, modelRigged: false },
    })
    expect(shown(answer)['sourceImageUrl']).toMatch(/source\.png$/)
  }
})

test('wishes reach the vision in place of the usual instructions; without any there are none', async () => {
  const { vision, heard } = saying()
  const { send, post } = await start({ vision })
  const wishes = {
    appearancePrompt: 'a'.repeat(500),
    voicePrompt: 'v'.repeat(300),
    personaPrompt: 'p'.repeat(500),
  }
  const picture = await png()
  await send([...Object.entries(wishes).map(([name, text]) => field(name, text)), image(picture)])
  await post({ image: base64(picture), ...wishes })
  await send([field('voicePrompt', ''), image(picture)])
  const given = { appearance: 'a'.repeat(500), voice: 'v'.repeat(300), persona: 'p'.repeat(500) }
  expect(heard).toEqual([given, given, { appearance: null, voice: null, persona: null }])
})

test('texts are cut at a word: appearance at 750 characters, voice at 200, persona at 400', async () => {
  const long = 'seven77 '.repeat(200).trim()
  const { vision } = saying({ appearance: long, voice: long, persona: long })
  const { send, store } = await start({ vision })
  const { id = '', appearance = '', personality = '' } = shown(await send([image(await png())]))
  expect([appearance.length, personality.length]).toEqual([743, 399])
  expect(appearance.endsWith(' seven77')).toBe(true)
  expect((await store.characters.find(id))?.voice_description).toBe(long.slice(0, 199))
})

test('with the default voice no voice is made, and the character speaks nevertheless', async () => {
  const { send } = await start()
  const form = [field('useDefaultVoice', 'true'), field('ttsProvider', 'other'), image(await png())]
  expect(await send(form)).toMatchObject({
    status: 201,
    body: { generated_voice_id: null, tts_voice: null, tts_provider: 'other', text_only: false },
  })
})

test.each([
  ['appearancePrompt', 'a'.repeat(501), 'string_too_long'],
  ['voicePrompt', 'a'.repeat(301), 'string_too_long'],
  ['personaPrompt', 'a'.repeat(501), 'string_too_long'],
  ['useDefaultVoice', 'yes', 'bool_type'],
])('%s beyond its rule is a 422 that points at it, by form and by JSON', async (name, text, type) => {
  const { send, post, isUntouched } = await start()
  const refusal = { status: 422, body: { detail: [{ loc: ['body', name], type }] } }
  const picture = await png()
  expect(await send([field(name, text), image(picture)])).toMatchObject(refusal)
  expect(await post({ image: base64(picture), [name]: text })).toMatchObject(refusal)
  await isUntouched()
})

test.each([
  ['no picture in a form', [], 'Field required'],
  ['a picture as a text field', [field('image', 'abc')], 'Input should be a file'],
] as const)('%s is a 422', async (_, form, msg) => {
  const { send, isUntouched } = await start()
  const body = { detail: [expect.objectContaining({ loc: ['body', 'image'], msg })] }
  expect(await send(form)).toMatchObject({ status: 422, body })
  await isUntouched()
})

test.each([
  ['', 422, /at least 1/],
  ['not base64!', 400, /not base64/],
  ['abcde', 400, /not base64/],
  ['ab=c', 400, /not base64/],
  [`data:image/png;base64,AAAA`, 400, /not base64/],
  [base64(Buffer.from('not a picture')), 400, /JPEG, PNG or WebP/],
])('JSON with the image "%s" is a %i', async (text, status, detail) => {
  const { post, isUntouched } = await start()
  const answer = await post({ image: text })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(detail)])
  await isUntouched()
})

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2)
const bomb = () => png({ width: 10_000, height: 5001 })

test.each([
  ['text', async () => Buffer.from('text')],
  ['no bytes at all', async () => Buffer.alloc(0)],
  ['a GIF', () => animated('gif')],
  ['a broken picture', async () => half(await png())],
  ['a pixel bomb', bomb],
])('%s in a form is a 400, and nothing is left of it', async (_, make) => {
  const { send, isUntouched } = await start()
  expect(await send([{ ...image(await make()), filename: 'mira.png' }])).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/JPEG, PNG or WebP|cannot be decoded/) },
  })
  await isUntouched()
})

test('a form that breaks off is a 400, and nothing is left of it', async () => {
  const { send, isUntouched } = await start()
  expect((await send(half(formBytes([image(await pictureOf('noise'))])) as Buffer)).status).toBe(400)
  await isUntouched()
})

test('a picture of 10 MB is taken, and a byte more is a 413 that leaves nothing', async () => {
  const { send, isUntouched } = await start()
  const small = await png()
  const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)])
  expect(await send([image(padded(GENERATION_IMAGE_BYTES + 1))])).toMatchObject({
    status: 413,
    body: { detail: 'The file may have at most 10 MB' },
  })
  await isUntouched()
  expect((await send([image(padded(GENERATION_IMAGE_BYTES))])).status).toBe(201)
})

test('base64 of 7.5 MB is taken, more is a 413 that leaves nothing', async () => {
  const { post, isUntouched } = await start()
  const small = await png()
  const text = (length: number) =>
    base64(Buffer.concat([small, Buffer.alloc((length / 4) * 3 - small.length)]))
  expect((await post({ image: text(GENERATION_IMAGE_TEXT_MAX + 4) })).status).toBe(413)
  expect((await post({ image: text(GENERATION_IMAGE_BODY_BYTES + 4) })).status).toBe(413)
  await isUntouched()
  expect((await post({ image: text(GENERATION_IMAGE_TEXT_MAX) })).status).toBe(201)
})

test.each([URL_OF.v1, URL_OF.old])('%s: neither a form nor JSON is a 415', async (url) => {
  const { app, key, isUntouched } = await start()
  for (const type of ['image/png', 'text/plain', 'application/x-www-form-urlencoded', undefined]) {
    const headers = { 'x-api-key': key, ...(type === undefined ? {} : { 'content-type': type }) }
    const payload = type === undefined ? undefined : 'x'
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url,
      headers,
      ...(payload && { payload }),
    })
    expect([type, statusCode, body]).toEqual([type, 415, '{"detail":"Unsupported Media Type"}'])
  }
  await isUntouched()
})

test.each([
  ['a single pixel', () => png({ width: 1, height: 1 })],
  ['a CMYK JPEG', cmykJpeg],
  ['a PNG of 16 bits', deepPng],
  ['20 megapixels', largeJpeg],
])('%s becomes a character with an avatar of 512 pixels', async (_, make) => {
  const { send, fetchFile } = await start()
  const answer = await send([image(await make())])
  expect(answer.status).toBe(201)
  const { rawPayload } = await fetchFile(shown(answer)['avatar'])
  expect(await metadataOf(rawPayload)).toMatchObject({ width: 512, height: 512, space: 'srgb' })
})

test('of an animated WebP the first frame is the source and the avatar', async () => {
  const { send, fetchFile } = await start()
  const answer = await send([image(await animated('webp'))])
  for (const name of ['avatar', 'source_image_url']) {
    const { rawPayload } = await fetchFile(shown(answer)[name])
    expect(await colourAt(rawPayload, { left: 4, top: 4 })).toBe('red')
  }
})

test('the camera is held upright, and its metadata is gone', async () => {
  const { send, fetchFile } = await start()
  const lying = await twoHalves({ width: 80, height: 40 }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const answer = await send([image(lying)])
  const { rawPayload } = await fetchFile(shown(answer)['source_image_url'])
  const { width, height, orientation } = await metadataOf(rawPayload)
  expect({ width, height, orientation }).toEqual({ width: 40, height: 80 })
  const avatar = (await fetchFile(shown(answer)['avatar'])).rawPayload
  expect(await colourAt(avatar, { left: 250, top: 10 })).toBe('red')
  expect(await colourAt(avatar, { left: 250, top: 500 })).toBe('blue')
})

test('files go with the character, and those that another one shows stay', async () => {
  const { send, call, storedFiles } = await start()
  const form = [image(await pictureOf('house'))]
  const [one, other] = [shown(await send(form)), shown(await send(form))]
  expect(await storedFiles()).toHaveLength(2)
  await call('DELETE', `/api/v1/characters/${one['id']}`)
  expect(await storedFiles()).toHaveLength(2)
  await call('DELETE', `/api/v1/characters/${other['id']}`)
  await expect.poll(storedFiles).toEqual([])
})

test('the same key gives the same character for 24 hours, by form or JSON, and counts once', async () => {
  const { send, post, clock, storedFiles } = await start()
  const headers = { 'idempotency-key': '0123456789abcdef0123456789abcdef' }
  const picture = await png()
  const first = await send([image(picture)], headers)
  expect(await send([image(picture)], headers)).toMatchObject({ status: 201, body: first.body as object })
  const again = await post({ image: base64(picture) }, { headers })
  expect(shown(again)['id']).toBe(shown(first)['id'])
  await expect.poll(storedFiles).toHaveLength(2)
  const other = await post({ image: base64(picture), voicePrompt: 'low' }, { headers })
  expect(other).toMatchObject({ status: 422, body: { detail: [{ msg: 'idempotency_key_reused' }] } })

  await clock.adjust({ advance: 86_400_000 })
  expect(shown(await send([image(picture)], headers))['id']).not.toBe(shown(first)['id'])
})

test('while the first request of a key is being answered the second is a 409', async () => {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const { vision } = saying()
  const slow: Vision = {
    ...vision,
    suggestCharacter: async (...asked) => {
      begun()
      await gate
      return vision.suggestCharacter(...asked)
    },
  }
  const { send } = await start({ vision: slow })
  onTestFinished(() => go())
  const headers = { 'idempotency-key': 'k' }
  const form = [image(await png())]
  const first = send(form, headers)
  await beginning
  expect((await send(form, headers)).status).toBe(409)
  go()
  expect((await first).status).toBe(201)
  expect((await send(form, headers)).status).toBe(201)
})

test('the 51st of an hour is refused; refused ones and replays count nothing', async () => {
  const { send, clock } = await start({ ...saying(), ...tinyPictures })
  const form = [image(await png())]
  const statuses = async (count: number, headers = {}) => {
    const all = []
    for (let at = 0; at < count; at += 1) all.push((await send(form, headers)).status)
    return new Set(all)
  }
  const once = { 'idempotency-key': 'k' }
  expect(await statuses(10, once)).toEqual(new Set([201]))
  expect((await send([image(Buffer.from('x'))])).status).toBe(400)
  expect(await statuses(49)).toEqual(new Set([201]))
  const refused = await send(form)
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
  expect(refused.body).toEqual({ detail: 'More than 50 generation requests in the last hour' })
  expect(await statuses(1, once)).toEqual(new Set([201]))
  await clock.adjust({ advance: 3_600_000 })
  expect((await send(form)).status).toBe(201)
})

/** What is in a picture is for other tests. */
const tinyPictures = {
  images: {
    sanitize: async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const chunk of bytes) if (chunk.length < 10) throw new DomainError('invalid', 'no picture')
      return { bytes: Buffer.from('whole'), extension: 'png' as const }
    },
    cropSquare: async () => ({ bytes: Buffer.from('square'), extension: 'png' as const }),
  },
}

test('X-Player-Id makes it the player’s, X-Org-Id the organization’s; strangers make nothing', async () => {
  const { send, store, otherKey, app, call, makeKey, isUntouched, key } = await start(saying())
  const form = [image(await png())]
  const asking = (who: string | null, headers = {}) =>
    sendForm({ app, key: who, method: 'POST', headers }, URL_OF.v1, form)
  await store.organizations.insert(organizationRecord({ members: [{ accountId: 'a1', addedAt: '' }] }))
  expect((await asking(otherKey, { 'x-org-id': 'o1' })).status).toBe(403)
  expect((await asking(null)).status).toBe(401)
  expect((await asking(await makeKey('a1', ['characters:read']))).status).toBe(403)
  await isUntouched()

  expect(shown(await send(form, { 'x-player-id': 'ada' }))).toMatchObject({ player_id: 'ada' })
  const { id } = shown(await asking(key, { 'x-org-id': 'o1' }))
  expect((await call('GET', '/api/v1/characters', { headers: { 'x-org-id': 'o1' } })).body).toMatchObject({
    characters: [{ id }],
  })
})

test('when the vision fails nothing is left, nothing is counted and the key is free', async () => {
  const failing: Vision = {
    describe: async () => '',
    suggestCharacter: async () => {
      throw new DomainError('upstream', 'The vision model failed')
    },
  }
  const deps = { vision: failing, limits: { ...CONTRACT_LIMITS, generationsPerHour: 1 } }
  const { send, isUntouched } = await start(deps)
  const headers = { 'idempotency-key': 'k' }
  for (let time = 0; time < 2; time += 1) {
    expect(await send([image(await png())], headers)).toMatchObject({ status: 502 })
  }
  await isUntouched()
})
