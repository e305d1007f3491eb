import { expect, test } from 'vitest'
import type { CreatedShare, RevokedShare, ShareSession } from '../../src/contract/shares.js'
import { FAREWELL } from '../../src/domain/turns/run-turn.js'
import type { ServerOptions } from '../../src/runtime/create-server.js'
import { startScheduledTimer } from '../support/scheduled-time.js'
import {
  connectPlayer,
  type Player,
  rest,
  sendTextAndWait,
  startTestServer,
} from '../support/servers/test-server.js'

type Message = { readonly role: string; readonly content: string; readonly speaker: string | null }

async function start(options: ServerOptions = {}) {
  const server = await startTestServer({ clock: '2030-01-02T03:04:05Z', ...options })
  const { baseUrl, apiKey, account } = server.ready
  const made = await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const { id: character_id } = made.body as { id: string }
  const { body: owner } = await rest(server, 'POST', '/api/control/v1/identity/token', {
    email: account.email,
  })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  const send = async (method: string, path: string, { headers = {}, body }: Sent = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(baseUrl + path, { method, headers: { ...json, ...headers }, ...payload })
    return (await answer.json()) as unknown
  }
  const share = async (body: object = {}) => {
    const all = { characterId: character_id, permanent: true, ...body }
    const created = await send('POST', '/api/v1/share', { headers: bearer(apiKey), body: all })
    return (created as CreatedShare).token
  }
  const open = async (id: string) => (await send('POST', `/api/v1/share/${id}/open`)) as ShareSession
  const join = ({ sessionToken, playerId }: Pick<ShareSession, 'sessionToken' | 'playerId'>): Player =>
    connectPlayer(server, { api_key: sessionToken, character_id, player_id: playerId })
  return {
    server,
    character_id,
    share,
    open,
    join,
    admit: async (id: string) => join(await open(id)),
    joinAsOwner: (player_id: string) => connectPlayer(server, { api_key: apiKey, character_id, player_id }),
    revoke: async (id: string) =>
      (await send('DELETE', `/api/v1/share/${id}`, {
        headers: bearer((owner as { idToken: string }).idToken),
      })) as RevokedShare,
    messagesOf: async (playerId: string) => {
      const path = `/api/v1/characters/${character_id}/players/${playerId}/messages`
      return ((await rest(server, 'GET', path)).body as { messages: Message[] }).messages
    },
    memoriesOf: async (playerId: string) => {
      const path = `/api/v1/characters/${character_id}/players/${playerId}/memories`
      const { body } = await rest(server, 'GET', path)
      return (body as { memories: { content: string }[] }).memories.map(({ content }) => content)
    },
  }
}
type Sent = { readonly headers?: Record<string, string>; readonly body?: object }

test('a session token opens a session, of its own player whatever player the client names', async () => {
  const { share, open, join, character_id } = await start()
  const session = await open(await share())
  const guest = join({ ...session, playerId: 'ada' })
  expect(await guest.next('session_info')).toMatchObject({ character_id, player_id: session.playerId })
  expect(await sendTextAndWait(guest, 'hello')).not.toBe('')
})

test('a session token is none for another character, nor once its hour is over', async () => {
  const { server, share, open } = await start()
  const { sessionToken } = await open(await share())
  const other = await rest(server, 'POST', '/api/v1/characters', {})
  const elsewhere = connectPlayer(server, {
    api_key: sessionToken,
    character_id: (other.body as { id: string }).id,
    player_id: 'p',
  })
  expect(await elsewhere.next('auth_error')).toEqual({ error: 'Character not found' })

  const idToken = await rest(server, 'POST', '/api/control/v1/identity/token', { email: 'dev@parley.local' })
  await fetch(`${server.ready.baseUrl}/api/control/v1/local/clock`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${(idToken.body as { idToken: string }).idToken}`,
    },
    body: JSON.stringify({ advance: 'PT1H' }),
  })
  const late = connectPlayer(server, { api_key: sessionToken, character_id: 'any', player_id: 'p' })
  expect(await late.next('auth_error')).toEqual({ error: 'Invalid API key' })
})

test('isolated guests and the owner know nothing of each other', async () => {
  const { share, open, join, joinAsOwner, messagesOf, memoriesOf } = await start()
  const owner = joinAsOwner('ada')
  await owner.next('session_info')
  await sendTextAndWait(owner, 'I live in Lyon.')
  await owner.leave()

  const id = await share()
  const sessions = [await open(id), await open(id)]
  const [first, second] = sessions.map((session) => join(session)) as [Player, Player]
  await sendTextAndWait(first, 'My name is Bruno and I live in Porto.')
  await sendTextAndWait(second, 'I am allergic to peanuts.')
  await Promise.all([first.leave(), second.leave()])

  const [bruno = '', other = ''] = sessions.map(({ playerId }) => playerId)
  await expect
    .poll(() => memoriesOf(bruno))
    .toEqual(expect.arrayContaining([expect.stringContaining('Porto')]))
  await expect.poll(() => memoriesOf(other)).toEqual([expect.stringContaining('peanuts')])
  await expect.poll(() => memoriesOf('ada')).toEqual([expect.stringContaining('Lyon')])
  expect((await messagesOf('ada')).map(({ content }) => content)).not.toContain('Porto')

  const again = join(await open(id))
  const heard = `${await sendTextAndWait(again, 'Where do I live?')} ${await sendTextAndWait(again, 'What is my name?')}`
  expect(heard).not.toMatch(/Lyon|Porto|Bruno/)
})

test('a shared session goes on in the conversation of the owner; what a guest tells is told of the guest', async () => {
  const { server, share, open, join, joinAsOwner, messagesOf, memoriesOf } = await start()
  const player = server.ready.account.id
  const owner = joinAsOwner(player)
  const { conversation_id } = await owner.next<{ conversation_id: string }>('session_info')
  await sendTextAndWait(owner, 'I live in Lyon.')

  const session = await open(await share({ memorySharing: 'shared' }))
  const guest = join(session)
  expect(await guest.next('session_info')).toMatchObject({ conversation_id, player_id: 'owner' })
  await sendTextAndWait(guest, 'I live in Porto.')
  await guest.leave()

  const said = (await messagesOf(player)).filter(({ role }) => role === 'user')
  expect(said.map(({ content, speaker }) => [content, speaker])).toEqual([
    ['I live in Lyon.', null],
    ['I live in Porto.', 'Guest'],
  ])
  await expect
    .poll(async () => (await memoriesOf(player)).sort())
    .toEqual(['Guest lives in Porto', 'The player lives in Lyon'])
})

test('a share has five live sessions at most; who leaves makes room', async () => {
  const { share, open, join, admit } = await start()
  const id = await share()
  const guests = await Promise.all([1, 2, 3, 4, 5].map(() => admit(id)))
  for (const guest of guests) await guest.next('session_info')
  const session = await open(id)
  const sixth = join(session)
  expect(await sixth.next('session_rejected')).toEqual({
    reason: 'concurrent_limit',
    cap: 5,
    share_token_id: id,
  })
  await sixth.sentAway()
  expect(sixth.heard).toHaveLength(1)

  await guests[0]?.leave()
  const heardFirst = async () => {
    const next = join(session)
    await expect.poll(() => next.heard.length).toBe(1)
    return next.heard[0]?.[0]
  }
  // The server notices in its own time that somebody has left.
  await expect.poll(heardFirst).toBe('session_info')
})

test('turns are counted over all redeemers to the cap, and the model is not asked beyond it', async () => {
  const { share, admit, joinAsOwner } = await start()
  const id = await share({ maxInteractions: 4 })
  const guests = await Promise.all([1, 2, 3].map(() => admit(id)))
  for (const guest of guests) await guest.next('session_info')
  const round = () => Promise.all(guests.map((guest) => sendTextAndWait(guest, 'hello')))
  const answers = [...(await round()), ...(await round())]
  expect(answers.filter((answer) => answer === FAREWELL)).toHaveLength(2)
  const told = guests.flatMap(({ heard }) => heard.filter(([event]) => event === 'quota_exceeded'))
  expect(told).toHaveLength(2)
  expect(told[0]?.[1]).toEqual({
    message: 'This link was good for 4 turns, and they are used up',
    error: 'max_interactions',
    current: 4,
    limit: 4,
    remaining: 0,
    tier: 'share',
  })
  expect(await sendTextAndWait(joinAsOwner('ada'), 'hello')).not.toBe(FAREWELL)
})

test('a scripted line of a guest is a turn of the share, and the first beyond the cap is the farewell', async () => {
  const { share, admit } = await start()
  const guest = await admit(await share({ maxInteractions: 2 }))
  await guest.next('session_info')
  const say = async (text: string) => {
    guest.send('say_line', { text, text_only: true })
    return (await guest.next<{ text: string; is_final: boolean }>('bot_response', ({ is_final }) => is_final))
      .text
  }
  const quota = () => guest.heard.filter(([event]) => event === 'quota_exceeded')
  expect(await say('Welcome.')).toBe('Welcome.')
  expect(await sendTextAndWait(guest, 'hello')).not.toBe(FAREWELL)
  expect(quota()).toEqual([])
  expect(await say('One more.')).toBe(FAREWELL)
  expect(quota()).toMatchObject([['quota_exceeded', { error: 'max_interactions', current: 2, limit: 2 }]])
  expect(await sendTextAndWait(guest, 'hello again')).toBe(FAREWELL)
})

test('revoking ends live sessions at once, and what they were opened with is dead', async () => {
  const { server, share, open, join, revoke, character_id } = await start({ limits: 'off' })
  const id = await share()
  const kept = join(await open(await share()))
  await kept.next('session_info')
  const sessions = await Promise.all(Array.from({ length: 100 }, () => open(id)))
  const guests = sessions.map((session) => join(session))
  await Promise.all(guests.map((guest) => guest.next('session_info')))

  const since = startScheduledTimer()
  const closed = Promise.all(guests.map((guest) => guest.sentAway()))
  expect(await revoke(id)).toEqual({ revoked: true, killedSessions: 100, removedSessionBlobs: 100 })
  await closed
  expect(since()).toBeLessThan(1000)
  const url = `${server.ready.baseUrl}/api/v1/characters/${character_id}`
  const statuses = await Promise.all(
    sessions.map(
      async ({ sessionToken }) => (await fetch(url, { headers: { 'x-api-key': sessionToken } })).status,
    ),
  )
  expect(statuses).toEqual(Array(100).fill(401))

  const [session] = sessions
  const back = connectPlayer(server, { api_key: session?.sessionToken, character_id, player_id: 'p' })
  expect(await back.next('auth_error')).toEqual({ error: 'Invalid API key' })
  expect(await sendTextAndWait(kept, 'hello')).not.toBe('')
})
