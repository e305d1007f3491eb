import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Message } from '../../src/contract/conversations.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { metadataOf, twoHalves } from '../support/images/images.js'
import { pictureOf } from '../support/images/pictures.js'
import {
  connectPlayer,
  idTokenOf,
  type Player,
  rest,
  sendTextAndWait,
  startTestServer,
  temporaryFolder,
} from '../support/servers/test-server.js'

async function givenTalk() {
  const dataDir = await temporaryFolder()
  const server = await startTestServer({ dataDir })
  const { body } = await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Ada' },
    llm: { verbosity: 'long' },
  })
  const character_id = (body as { id: string }).id
  const join = (player_id: string) =>
    connectPlayer(server, { api_key: server.ready.apiKey, character_id, player_id })
  const player = join('p1')
  await player.next('session_info')
  const path = `/api/v1/characters/${character_id}`
  return { dataDir, server, player, join, path, talk: `${path}/players/p1` }
}

const final = async (player: Player) =>
  (await player.next<{ text: string; is_final: boolean }>('bot_response', ({ is_final }) => is_final)).text

async function show(player: Player, image: Buffer, more: object = {}): Promise<string> {
  player.send('camera_image', { image: image.toString('base64'), mime_type: 'image/png', ...more })
  return final(player)
}

const messagesOf = async (server: RunningServer, talk: string) =>
  ((await rest(server, 'GET', `${talk}/messages`)).body as { messages: Message[] }).messages

const filesIn = (dataDir: string) => readdir(join(dataDir, 'files')).catch(() => [])

test('what a player shows is described, stored, and to be fetched by its address without credentials', async () => {
  const { server, player, talk } = await givenTalk()
  const bytes = await twoHalves()
    .withExif({ IFD0: { Copyright: 'me' } })
    .jpeg()
    .toBuffer()
  expect(await show(player, bytes, { text: 'Here you are' })).toMatch(/^I see this: The picture is wide/)

  const [message] = await messagesOf(server, talk)
  expect(message).toMatchObject({
    role: 'user',
    content: 'Here you are',
    imageUrl: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/files\/[0-9a-f]{64}\/[A-Za-z0-9_-]{32}\.jpg$/,
    ),
    imageDescription: expect.stringMatching(/red \(\d+ %\)/),
  })
  expect(message).not.toHaveProperty('imageFile')
  const url = message?.imageUrl ?? ''
  const answer = await fetch(url)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toBe('private, max-age=300')
  expect((await metadataOf(new Uint8Array(await answer.arrayBuffer()))).exif).toBeUndefined()
  const guessed = await fetch(url.replace(/[^/]+$/, 'image.jpg'))
  expect(guessed.status).toBe(404)
  const legacy = await messagesOf(server, talk.replace('/api/v1/characters', '/api/agents'))
  expect(legacy[0]?.imageUrl).toBe(url)
})

test('the same picture of two players has two addresses', async () => {
  const { server, player, join, path } = await givenTalk()
  const other = join('p2')
  await other.next('session_info')
  const picture = await pictureOf('face')
  await show(player, picture)
  await show(other, picture)
  const [one] = await messagesOf(server, `${path}/players/p1`)
  const [two] = await messagesOf(server, `${path}/players/p2`)
  expect(one?.imageUrl).not.toBe(two?.imageUrl)
})

test('a character asks to see when it is told to look, and knows later what it was shown', async () => {
  const { server, player, join, talk } = await givenTalk()
  player.send('text', { text: 'Look at this!', textOnly: true })
  const { request_id } = await player.next<{ request_id: string }>('camera_capture')
  expect(await show(player, await pictureOf('house'), { request_id })).toMatch(/^I see this: /)
  const seen = (await messagesOf(server, talk)).find(({ imageDescription }) => imageDescription !== null)
  expect(seen?.imageUrl).toContain('/files/')
  expect(await sendTextAndWait(player, 'What did I show you?')).toContain(
    'You showed me this: The picture is square',
  )

  await player.leave()
  for (let count = 0; count === 0; ) {
    const { body } = await rest(server, 'POST', `${talk}/memories/search`, { query: 'picture of the house' })
    count = (body as { total: number }).total
  }
  const { body } = await rest(server, 'GET', `${talk}/memories`)
  expect((body as { memories: { content: string }[] }).memories).toMatchObject([
    { content: expect.stringMatching(/^The player showed a picture: The picture is square/) },
  ])
  // No message is left that tells of it: only what was remembered.
  const later = join('p1')
  await later.next('session_info')
  expect(await sendTextAndWait(later, 'What was in my picture?')).toContain('The picture is square')
})

test.each([
  ['conversation', (talk: string) => talk],
  ['character', (_: string, path: string) => path],
])('a picture goes with its %s, from the disk too', async (_, doomed) => {
  const { dataDir, server, player, path, talk } = await givenTalk()
  await show(player, await pictureOf('face'))
  const [message] = await messagesOf(server, talk)
  expect(await filesIn(dataDir)).toHaveLength(1)
  await player.leave()
  await rest(server, 'DELETE', doomed(talk, path))
  expect((await fetch(message?.imageUrl ?? '')).status).toBe(404)
  await server.stop()
  expect(await filesIn(dataDir)).toEqual([])
})

test('a reset brings back the pictures of the start, and no others', async () => {
  const { dataDir, server, player, talk } = await givenTalk()
  await show(player, await pictureOf('face'))
  const [{ imageUrl } = { imageUrl: '' }] = await messagesOf(server, talk)
  await server.stop()

  const again = await startTestServer({ dataDir })
  const late = connectPlayer(again, {
    api_key: again.ready.apiKey,
    character_id: talk.split('/')[4],
    player_id: 'p1',
  })
  await late.next('session_info')
  await show(late, await pictureOf('house'))
  await rest(again, 'DELETE', talk)
  const control = `${again.ready.baseUrl}/api/control/v1`
  const idToken = await idTokenOf(again)
  await fetch(`${control}/local/reset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  })
  const there = await fetch(`${again.ready.baseUrl}${new URL(imageUrl ?? '').pathname}`)
  expect(there.status).toBe(200)
  await there.body?.cancel()
  expect(await filesIn(dataDir)).toHaveLength(1)
})
