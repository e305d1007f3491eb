import { expect, test } from 'vitest'
import { givenSessions, START } from '../../support/session.js'

test('a session tells who talks with whom, in which conversation', async () => {
  const { open } = givenSessions()
  const { session, events } = await open()
  const info = { session_id: 'id2', conversation_id: 'id1', character_id: 'c1', player_id: 'p1' }
  expect(session.info).toEqual(info)
  expect(events.heard).toEqual([['session_info', info]])
})

test('the first session of a pair opens its conversation for the key that came', async () => {
  const { deps, open } = givenSessions()
  const opened: unknown[] = []
  const openConversation = deps.conversations.open
  Object.assign(deps.conversations, {
    open: async (candidate: Parameters<typeof openConversation>[0]) => {
      opened.push(candidate)
      return openConversation(candidate)
    },
  })
  await open()
  const now = START.toISOString()
  expect(opened).toEqual([
    {
      id: 'id1',
      characterId: 'c1',
      playerId: 'p1',
      apiKeyId: 'k1',
      createdAt: now,
      lastActivity: now,
      messageCount: 0,
      lastMemoryExtractionAt: null,
    },
  ])
})

test.each([
  [{ api_key: '' }, 'invalid'],
  [{ character_id: '' }, 'invalid'],
  [{ player_id: '' }, 'invalid'],
  [{ player_id: 'p'.repeat(129) }, 'invalid'],
  [{ player_id: '🦊'.repeat(129) }, 'invalid'],
  [{ api_key: 'svc_other' }, 'unauthenticated'],
  [{ api_key: '', token: 'nonsense' }, 'unauthenticated'],
  [{ character_id: 'c2' }, 'not_found'],
])('%j is refused as %s, and leaves nothing behind', async (shown, kind) => {
  const { open, sessions, disk } = givenSessions()
  await expect(open(shown)).rejects.toMatchObject({ kind })
  expect(sessions.count()).toBe(0)
  expect(disk.messages).toEqual([])
})

test('a character of another account is as good as missing', async () => {
  const { open } = givenSessions({ character: { account_id: 'a2' } })
  await expect(open()).rejects.toMatchObject({ kind: 'not_found', detail: 'Character not found' })
})

test('a session that cannot be set up gives its place back', async () => {
  const { deps, open, sessions } = givenSessions()
  Object.assign(deps.conversations, { open: () => Promise.reject(new Error('disk full')) })
  await expect(open()).rejects.toThrow('disk full')
  expect(sessions.launchStatus('c1')).toBe('stopped')
})

test.each(['p', '🦊'])('a player id of 128 times %s is taken', async (character) => {
  const { open } = givenSessions()
  const { session } = await open({ player_id: character.repeat(128) })
  expect(session.info.player_id).toBe(character.repeat(128))
})
