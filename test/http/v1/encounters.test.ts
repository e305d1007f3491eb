import { expect, test } from 'vitest'
import type { EncounterRecord } from '../../../src/domain/encounters/record.js'
import { startHttp } from '../../support/http/http.js'
import { characterRecord, organizationRecord } from '../../support/http/http-records.js'

const meeting = { characterAId: 'c1', characterBId: 'c2', prompt: 'They meet at the harbour' }

async function start() {
  const begun: EncounterRecord[] = []
  const world = await startHttp({ liveEncounters: { begin: async (record) => void begun.push(record) } })
  for (const id of ['c1', 'c2']) await world.store.characters.insert(characterRecord({ id }))
  await world.store.characters.insert(characterRecord({ id: 'p1', player_id: 'ada' }))
  await world.store.characters.insert(characterRecord({ id: 'theirs', account_id: 'a2' }))
  const send = (body: object, asked: object = {}, path = '/api/v1/encounters') =>
    world.call('POST', path, { body, ...asked })
  return { ...world, begun, send }
}

test('two characters of the caller are sent to meet; the answer names the encounter', async () => {
  const { begun, send } = await start()
  const { status, body } = await send(meeting)
  expect([status, body]).toEqual([202, { encounterId: begun[0]?.id }])
  expect(begun).toEqual([
    {
      id: expect.any(String),
      userId: 'a1',
      ...meeting,
      maxTurns: 6,
      starter: 'a',
      voice: false,
      createdAt: '2030-01-02T03:04:05.000Z',
      lines: [],
      reason: null,
      endedAt: null,
    },
  ])
  await send({ ...meeting, maxTurns: 20, starter: 'b', voice: true, prompt: 'x'.repeat(2000) })
  expect(begun[1]).toMatchObject({ maxTurns: 20, starter: 'b', voice: true })
})

test('the old path starts an encounter, too, with the same answer', async () => {
  const { begun, send } = await start()
  const { status, body } = await send(meeting, {}, '/api/encounters')
  expect([status, body]).toEqual([202, { encounterId: begun[0]?.id }])
})

test.each([
  ['an unknown field', { mood: 'glad' }, 'mood'],
  ['an empty prompt', { prompt: '' }, 'prompt'],
  ['a prompt of 2001 characters', { prompt: 'x'.repeat(2001) }, 'prompt'],
  ['no turn', { maxTurns: 0 }, 'maxTurns'],
  ['21 turns', { maxTurns: 21 }, 'maxTurns'],
  ['half a turn', { maxTurns: 1.5 }, 'maxTurns'],
  ['another starter', { starter: 'c' }, 'starter'],
  ['a voice that is a word', { voice: 'yes' }, 'voice'],
  ['one character twice', { characterBId: 'c1' }, 'characterBId'],
])('a start with %s is refused with 422', async (_, change, field) => {
  const { begun, send } = await start()
  for (const path of ['/api/v1/encounters', '/api/encounters']) {
    const answer = await send({ ...meeting, ...change }, {}, path)
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } })
  }
  expect(begun).toEqual([])
})

test.each(['theirs', 'nobody'])('no character meets %s, whom the account does not reach', async (id) => {
  const { begun, send } = await start()
  for (const side of ['characterAId', 'characterBId']) {
    expect(await send({ ...meeting, [side]: id })).toMatchObject({
      status: 404,
      body: { detail: 'Character not found' },
    })
  }
  expect(begun).toEqual([])
})

test.each(['ada', 'grace'])(
  'the account that owns both characters may start one as the player %s',
  async (playerId) => {
    const { begun, send } = await start()
    for (const path of ['/api/v1/encounters', '/api/encounters']) {
      expect((await send(meeting, { playerId }, path)).status).toBe(202)
      expect((await send({ ...meeting, characterAId: 'p1' }, { playerId }, path)).status).toBe(202)
      const stranger = await send({ ...meeting, characterAId: 'theirs' }, { playerId }, path)
      expect(stranger).toMatchObject({ status: 404, body: { detail: 'Character not found' } })
    }
    expect(begun).toHaveLength(4)
  },
)

test('a member of the organization that owns both characters may start one; others do not find them', async () => {
  const { send, store, otherKey, makeKey } = await start()
  await store.accounts.ensure({
    id: 'a3',
    email: 'a3@example.org',
    isStaff: false,
    createdAt: meeting.prompt,
  })
  await store.organizations.insert(organizationRecord())
  for (const id of ['o-a', 'o-b']) await store.characters.insert(characterRecord({ id, org_id: 'o1' }))
  const both = { ...meeting, characterAId: 'o-a', characterBId: 'o-b' }
  expect((await send(both, { key: otherKey, playerId: 'ada' })).status).toBe(202)
  expect((await send(both, { key: await makeKey('a3') })).status).toBe(404)
})

test('reading encounters does not let one start them', async () => {
  const { makeKey, send } = await start()
  const key = await makeKey('a1', ['encounters:read', 'characters:write'])
  expect(await send(meeting, { key })).toMatchObject({
    status: 403,
    body: { detail: { requiredScope: 'encounters:write' } },
  })
})
