import { expect, test } from 'vitest'
import { organizationRecord } from '../../support/http/http-records.js'
import { givenSessions, START } from '../../support/sessions/given-sessions.js'

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
  const openConversation = deps.conversations.findOrCreate
  Object.assign(deps.conversations, {
    findOrCreate: async (candidate: Parameters<typeof openConversation>[0]) => {
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
  Object.assign(deps.conversations, { findOrCreate: () => Promise.reject(new Error('disk full')) })
  await expect(open()).rejects.toThrow('disk full')
  expect(sessions.launchStatus('c1')).toBe('stopped')
})

test.each(['p', '🦊'])('a player id of 128 times %s is taken', async (character) => {
  const { open } = givenSessions()
  const { session } = await open({ player_id: character.repeat(128) })
  expect(session.info.player_id).toBe(character.repeat(128))
})

test('a member may talk to a character of their organization, whoever made it', async () => {
  const { open, organizations } = givenSessions({ character: { account_id: 'a2', org_id: 'o1' } })
  organizations.set('o1', organizationRecord())
  const { session } = await open()
  expect(session.info.character_id).toBe('c1')
})

test.each([
  ['is no member', { members: [] }],
  ['has deleted it', { deletedAt: START.toISOString() }],
])('a character of an organization is missing for whoever %s', async (_, organization) => {
  const { open, organizations } = givenSessions({ character: { org_id: 'o1' } })
  organizations.set('o1', organizationRecord(organization))
  await expect(open()).rejects.toMatchObject({ kind: 'not_found', detail: 'Character not found' })
})

test('a session ends with the next word, spoken or scripted, once its organization is out of reach', async () => {
  for (const say of ['text', 'sayLine'] as const) {
    const { open, organizations, disk } = givenSessions({ character: { org_id: 'o1' } })
    organizations.set('o1', organizationRecord())
    const { session, events, closes } = await open()
    organizations.set('o1', organizationRecord({ members: [] }))
    session[say]('Hello?')
    const [error] = await events.count('error', 1)
    expect(error).toMatchObject({ error: 'not_found' })
    await session.close()
    expect({ closes: closes(), said: disk.said() }).toEqual({ closes: 1, said: [] })
  }
})
