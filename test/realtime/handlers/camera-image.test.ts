import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createStubModel } from '../../../src/adapters/model/stub/stub-model.js'
import type { ServerEvents } from '../../../src/contract/events.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { jpeg, png, webp } from '../../support/images/images.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'

const stub = () => createStubModel({ timers: createTimers(), pace: 'instant' })
const inBase64 = async (image: Promise<Buffer>) => (await image).toString('base64')

async function given(character: object = {}) {
  const server = await givenServer({ model: stub(), character: { text_only: true, ...character } })
  return { server, client: await connectSession(server) }
}

test.each([
  ['a PNG with its type', async () => ({ image: await inBase64(png()), mime_type: 'image/png' })],
  ['a JPEG by the word of very old clients', async () => ({ image: await inBase64(jpeg()), format: 'jpeg' })],
  ['a WebP without any word', async () => ({ image: await inBase64(webp()) })],
  ['a wrong type', async () => ({ image: await inBase64(webp()), mime_type: 'image/gif' })],
  ['a data URI', async () => ({ image: `data:image/png;base64,${await inBase64(png())}` })],
  ['no padding', async () => ({ image: (await inBase64(png())).replace(/=+$/, '') })],
  [
    'the other alphabet',
    async () => ({ image: (await inBase64(png())).replaceAll('+', '-').replaceAll('/', '_') }),
  ],
  ['line breaks', async () => ({ image: (await inBase64(png())).replace(/(.{76})/g, '$1\r\n') })],
  [
    'empty words',
    async () => ({ image: await inBase64(png()), request_id: '', text: '', sample_rate: null }),
  ],
  ['a request that nobody made', async () => ({ image: await inBase64(png()), request_id: 'mine' })],
])('a picture is taken with %s', async (_, make) => {
  const { client } = await given()
  client.socket.emit('camera_image', await make())
  expect(await client.events.final()).toMatchObject({ text: expect.stringMatching(/^I see this: /) })
  expect(client.events.all('error')).toEqual([])
})

test.each([
  ['nothing', {}, /no image/],
  ['what is no base64', { image: 'not base64!' }, /not base64/],
  ['what is no picture', { image: 'aGVsbG8gd29ybGQ=' }, /JPEG, PNG or WebP/],
  ['a GIF', { image: 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=' }, /JPEG, PNG or WebP/],
  ['a number', { image: 7 }, /Invalid payload/],
  ['more than 10 MB', { image: Buffer.alloc(10 * 2 ** 20 + 1, 0xff).toString('base64') }, /at most 10 MB/],
  ['much more than 10 MB', { image: 'A'.repeat(16 * 2 ** 20) }, /at most 10 MB/],
])('%s is refused, acknowledged, and begins no turn', async (_, payload, message) => {
  const { client } = await given()
  expect(await client.socket.emitWithAck('camera_image', payload)).toEqual({})
  expect(client.events.all('error')).toEqual([
    { error: 'invalid_payload', message: expect.stringMatching(message) },
  ])
  expect(client.events.names()).toEqual(['session_info', 'error'])
})

test('acceptance 14: a picture of 5 MB in one frame is seen', async () => {
  const side = 1330
  const noise = Buffer.alloc(side * side * 3)
  for (let at = 0, state = 1; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    noise[at] = state >>> 24
  }
  const image = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(image.length).toBeGreaterThan(5 * 2 ** 20)
  const { client } = await given()
  client.socket.emit('camera_image', { image: image.toString('base64'), mime_type: 'image/png' })
  expect(await client.events.final()).toMatchObject({ text: expect.stringMatching(/^I see this: /) })
})

test('a picture interrupts the reply that runs, and what is refused does not', async () => {
  const model = createControlledModel()
  const client = await connectSession(
    await givenServer({ model: model.model, character: { text_only: true } }),
  )
  client.socket.emit('text', { text: 'Hi' })
  model.say('Once upon a time')
  await client.events.count('bot_response', 1)
  await client.socket.emitWithAck('camera_image', { image: 'aGVsbG8=' })
  expect(client.events.all('interrupt')).toEqual([])

  client.socket.emit('camera_image', { image: await inBase64(png()) })
  const [interrupt] = await client.events.count('interrupt', 1)
  expect(interrupt?.reason).toBe('new_message')
  await model.asked(2)
  model.say('I see.')
  model.end()
  expect(await client.events.final()).toMatchObject({ text: 'I see.' })
})

test('a broken picture that was asked for ends the wait', async () => {
  const { client } = await given()
  client.socket.emit('text', { text: 'What do you see?' })
  const [asked] = await client.events.count('camera_capture', 1)
  client.socket.emit('camera_image', { image: 'aGVsbG8=', request_id: asked?.request_id })
  expect(await client.events.final()).toMatchObject({ text: expect.stringContaining('no picture came') })
  expect(client.events.all('error')).toMatchObject([{ error: 'invalid_payload' }])
})

test('a client without a camera is told that nobody can see it', async () => {
  const { server } = await given()
  const client = await connectSession(server, { player_id: 'p2', capabilities: { camera: false } })
  client.socket.emit('text', { text: 'Can you see me?' })
  expect(await client.events.final()).toMatchObject({ text: expect.stringContaining('I cannot see you') })
  expect(client.events.all('camera_capture')).toEqual([])
})

test.each([
  [16_000, 16_000],
  [7, 24_000],
  [undefined, 24_000],
])('the reply to a picture with the rate %s is spoken at %i Hz', async (sample_rate, heard) => {
  const server = await givenServer({ model: stub(), character: { text_only: false } })
  const client = await connectSession(server, { audio_sample_rate: 24_000 })
  client.socket.emit('camera_image', { image: await inBase64(png()), sample_rate })
  const voices: ServerEvents['bot_voice'][] = await client.events.count('bot_voice', 3)
  expect(voices.map((chunk) => chunk.sample_rate)).toEqual([heard, heard, heard])
})
