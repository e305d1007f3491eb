import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/create-client.js'
import {
  createCharacter,
  createKey,
  deleteCharacter,
  getCharacter,
  getMe,
  issueIdToken,
  listMessages,
} from '../../src/contract/index.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { onePixel } from '../support/http/forms.js'
import { createTestServer } from '../support/servers/test-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ seed: '7' })
})
afterAll(() => server.stop())

/** A client with the first key, and a character that nobody has spoken to. */
async function world() {
  const client = createClient(server.ready)
  const { id } = await client.call(createCharacter, {
    body: {
      persona: { name: 'Ada' },
      tts: { voice: 'aria' },
      actions: [{ name: 'wave', description: 'Wave to the visitor' }],
    },
  })
  const meet = async (playerId: string) => {
    const session = await client.connect({ characterId: id, playerId })
    onTestFinished(session.disconnect)
    return session
  }
  return { client, id, meet }
}

test('what a server says of itself is all that a client needs', async () => {
  const { client, id } = await world()
  const character = await client.call(getCharacter, { params: { characterId: id } })
  expect(character).toMatchObject({ id, name: 'Ada' })
  expect(await client.call(deleteCharacter, { params: { characterId: id } })).toEqual({ deleted: true, id })
  await expect(client.call(getCharacter, { params: { characterId: id } })).rejects.toMatchObject({
    status: 404,
    detail: 'Character not found',
  })
})

test('a reply is the sum of its parts, and is what the conversation keeps', async () => {
  const { client, id, meet } = await world()
  const session = await meet('grace')
  const stream = session.ask('Hello, my name is Grace')
  let text = ''
  for await (const part of stream) if (part.type === 'text') text += part.text
  const reply = await stream
  expect(reply).toEqual({
    messageId: expect.any(String),
    text: text.trim(),
    // The built-in model waves back at a first greeting.
    actions: [expect.objectContaining({ name: 'wave' })],
    isInterrupted: false,
    error: null,
  })
  const { messages } = await client.call(listMessages, { params: { characterId: id, playerId: 'grace' } })
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Hello, my name is Grace'],
    ['assistant', reply.text],
  ])
})

test('a client that takes no sound is sent none, and its conversation is stored as fast as it is written', async () => {
  const { client, id, meet } = await world()
  const session = await meet('grace')
  let sounds = 0
  session.on('botVoice', () => {
    sounds += 1
  })
  const replies: string[] = []
  for (const text of ['One', 'Two', 'Three']) replies.push((await session.ask(text)).text)
  session.disconnect()
  const { messages } = await client.call(listMessages, { params: { characterId: id, playerId: 'grace' } })
  expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual(replies)
  expect(sounds).toBe(0)
})

test('a client with a speaker is sent sound, and what it asks meanwhile takes back no reply', async () => {
  const { client, id } = await world()
  const session = await client.connect({ characterId: id, playerId: 'p', capabilities: { speaker: true } })
  onTestFinished(session.disconnect)
  const sounds = new Set<string>()
  session.on('botVoice', ({ message_id }) => sounds.add(message_id))
  const replies: string[] = []
  for (const text of ['One', 'Two', 'Three']) replies.push((await session.ask(text)).text)
  const { messages } = await client.call(listMessages, { params: { characterId: id, playerId: 'p' } })
  expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual(replies)
  expect(sounds.size).toBe(3)
})

test('the same player comes back to the same conversation in a new session', async () => {
  const { client, id } = await world()
  const session = client.session({ characterId: id, playerId: 'p' })
  onTestFinished(session.disconnect)
  const first = await session.connect()
  session.disconnect()
  const second = await session.connect()
  expect(second.conversation_id).toBe(first.conversation_id)
  expect(second.session_id).not.toBe(first.session_id)
})

test('an action arrives as one, not as a tag in the text', async () => {
  const { meet } = await world()
  const reply = await (await meet('p')).ask('Please wave')
  expect(reply.actions.map(({ name }) => name)).toEqual(['wave'])
  expect(reply.text).not.toContain('<action')
})

test('a scripted line is said as it is given', async () => {
  const { meet } = await world()
  const reply = await (await meet('p')).sayLine('The curtain rises.', { textOnly: true })
  expect(reply.text).toBe('The curtain rises.')
})

test('a picture is shown, unasked and when the character wants to see', async () => {
  const { meet } = await world()
  const session = await meet('p')
  const picture = { image: onePixel().toString('base64'), mimeType: 'image/png' }
  expect((await session.show(picture, 'Here')).text).toMatch(/^I see this: /)

  session.on('cameraCaptureRequest', ({ request_id }) =>
    session.sendCameraImage(picture, { requestId: request_id }),
  )
  expect((await session.ask('Look at this')).text).toMatch(/^I see this: /)
  expect((await session.ask('Hello')).text).toMatch(/^Hello/)
})

test('what is no picture is refused, and the session goes on', async () => {
  const { meet } = await world()
  const session = await meet('p')
  await expect(session.show({ image: 'aGVsbG8=' })).rejects.toMatchObject({ code: 'invalid_payload' })
  expect((await session.ask('Hello')).text).toMatch(/^Hello/)
})

test('wrong credentials and unknown characters are an AuthError in the words of the contract', async () => {
  const { client, id } = await world()
  const wrong = createClient({ baseUrl: server.ready.baseUrl, apiKey: 'svc_wrong' })
  await expect(wrong.connect({ characterId: id, playerId: 'p' })).rejects.toMatchObject({
    name: 'AuthError',
    message: 'Invalid API key',
  })
  await expect(client.connect({ characterId: 'nobody', playerId: 'p' })).rejects.toMatchObject({
    name: 'AuthError',
    message: 'Character not found',
  })
})

test('an ID token speaks for its account, and makes keys that hold only some scopes', async () => {
  const { baseUrl, localSecret } = server.ready
  const body = { email: 'a@b.c' }
  const { idToken, account } = await createClient({ baseUrl, localSecret }).call(issueIdToken, { body })
  const owner = createClient({ baseUrl, idToken })
  expect(await owner.call(getMe, {})).toEqual({ account, organizations: [] })
  const { key } = await owner.call(createKey, { body: { name: 'reader', scopes: ['characters:read'] } })
  await expect(
    createClient({ baseUrl, apiKey: key }).call(createCharacter, { body: {} }),
  ).rejects.toMatchObject({
    status: 403,
    code: 'insufficient_scope',
    detail: { error: 'insufficient_scope', message: expect.any(String), requiredScope: 'characters:write' },
  })
})

test('the twenty-first message of a minute is refused, and the session goes on', async () => {
  const { meet } = await world()
  const session = await meet('chatty')
  for (let said = 0; said < 20; said += 1) await session.ask(`message ${said}`)
  await expect(session.ask('one too many')).rejects.toMatchObject({
    name: 'MessageRefusedError',
    code: 'rate_limited',
  })
  expect(session.state()).toBe('connected')
})
