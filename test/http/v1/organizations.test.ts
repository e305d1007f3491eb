import { expect, test } from 'vitest'
import { startHttp } from '../../support/http/http.js'

const CONTROL = '/api/control/v1'
const CHARACTERS = '/api/v1/characters'
const NOT_ACTIVE = { status: 403, body: { detail: 'Not an active member of this organization' } }
const NO_CHARACTER = { status: 404, body: { detail: 'Character not found' } }

/** An organization of a1, who is staff, or of a2; a3 is a stranger to both. */
async function given({ owner = 'a2', members = [] as string[] } = {}) {
  const http = await startHttp()
  const as = (name: string) => (method: string, url: string, body?: unknown) =>
    http.call(method, url, { key: null, body, headers: { authorization: `Bearer id:${name}@example.org` } })
  const made = await as(owner)('POST', `${CONTROL}/organizations`, { name: 'Night Shift' })
  const { id: orgId } = made.body as { id: string }
  for (const member of members) {
    await as(owner)('POST', `${CONTROL}/organizations/${orgId}/members`, { email: `${member}@example.org` })
  }
  const inOrg = { headers: { 'x-org-id': orgId } }
  const remove = () => as(owner)('DELETE', `${CONTROL}/organizations/${orgId}`)
  const purge = (name: string, body: object) => as(name)('POST', `/api/v1/organizations/${orgId}/purge`, body)
  return { ...http, as, orgId, inOrg, remove, purge }
}

type Given = Awaited<ReturnType<typeof given>>

async function createIn({ call, inOrg, otherKey }: Given, name = 'Mira'): Promise<string> {
  const { body } = await call('POST', CHARACTERS, { ...inOrg, key: otherKey, body: { persona: { name } } })
  return (body as { id: string }).id
}

const namesIn = (body: unknown) =>
  (body as { characters: { name: string }[] }).characters.map(({ name }) => name)

test('an organization has its own characters, and the personal space its own', async () => {
  const world = await given({ members: ['a1'] })
  const { call, inOrg, otherKey } = world
  await createIn(world)
  await call('POST', CHARACTERS, { key: otherKey, body: { persona: { name: 'Personal' } } })

  expect(namesIn((await call('GET', CHARACTERS, { ...inOrg, key: otherKey })).body)).toEqual(['Mira'])
  expect(namesIn((await call('GET', CHARACTERS, { key: otherKey })).body)).toEqual(['Personal'])
  expect(namesIn((await call('GET', CHARACTERS, inOrg)).body)).toEqual(['Mira'])
  expect(namesIn((await call('GET', CHARACTERS)).body)).toEqual([])
})

test('a player within an organization sees only their own', async () => {
  const world = await given()
  const { call, inOrg, otherKey } = world
  await createIn(world)
  const asAda = { ...inOrg, key: otherKey, playerId: 'ada' }
  const { body } = await call('POST', CHARACTERS, { ...asAda, body: { persona: { name: 'Hers' } } })
  expect(body).toMatchObject({ player_id: 'ada' })
  expect(namesIn((await call('GET', CHARACTERS, asAda)).body)).toEqual(['Hers'])
})

test('X-Org-Id of an organization that one is no active member of is 403 to create and to list', async () => {
  const { call, inOrg, otherKey, remove } = await given()
  const unknown = { headers: { 'x-org-id': 'no-such-organization' } }
  for (const headers of [inOrg, unknown]) {
    expect(await call('POST', CHARACTERS, { ...headers, body: {} })).toMatchObject(NOT_ACTIVE)
    expect(await call('GET', CHARACTERS, headers)).toMatchObject(NOT_ACTIVE)
  }
  await remove()
  expect(await call('POST', CHARACTERS, { ...inOrg, key: otherKey, body: {} })).toMatchObject(NOT_ACTIVE)
  expect(await call('GET', CHARACTERS, { ...inOrg, key: otherKey })).toMatchObject(NOT_ACTIVE)
})

test('the old routes create and list in the organization, too', async () => {
  const { call, inOrg, otherKey } = await given()
  const made = await call('POST', '/api/agents', { ...inOrg, key: otherKey, body: {} })
  expect(made.status).toBe(201)
  expect((await call('GET', '/api/agents', { ...inOrg, key: otherKey })).body).toEqual([made.body])
  expect((await call('GET', '/api/agents', { key: otherKey })).body).toEqual([])
  expect(await call('POST', '/api/agents', { ...inOrg, body: {} })).toMatchObject(NOT_ACTIVE)
  expect(await call('GET', '/api/agents', inOrg)).toMatchObject(NOT_ACTIVE)
})

test('an empty X-Org-Id is the personal space', async () => {
  const { call } = await given()
  expect(await call('GET', CHARACTERS, { headers: { 'x-org-id': '' } })).toMatchObject({ status: 200 })
})

test('by its id, a member reads and changes what the organization owns, without the header', async () => {
  const world = await given({ members: ['a1'] })
  const { call } = world
  const path = `${CHARACTERS}/${await createIn(world)}`
  expect(await call('GET', path)).toMatchObject({ status: 200, body: { name: 'Mira' } })
  const changed = await call('PUT', path, { body: { persona: { name: 'Nora' } } })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Nora' } })
  expect(await call('GET', `${path}/players`)).toMatchObject({ status: 200, body: { total: 0 } })
  expect(await call('DELETE', path)).toMatchObject({ status: 200 })
})

test.each([
  ['a stranger', async () => undefined],
  [
    'a member who was removed',
    async ({ as, orgId }: Given) => {
      const added = await as('a2')('POST', `${CONTROL}/organizations/${orgId}/members`, {
        email: 'a1@example.org',
      })
      const { accountId } = added.body as { accountId: string }
      await as('a2')('DELETE', `${CONTROL}/organizations/${orgId}/members/${accountId}`)
    },
  ],
])('to %s nothing of the organization exists, whatever header comes along', async (_, prepare) => {
  const world = await given()
  const { call, inOrg } = world
  const path = `${CHARACTERS}/${await createIn(world)}`
  await prepare(world)
  for (const headers of [{}, inOrg]) {
    expect(await call('GET', path, headers)).toMatchObject(NO_CHARACTER)
    expect(await call('PUT', path, { ...headers, body: {} })).toMatchObject(NO_CHARACTER)
    expect(await call('DELETE', path, headers)).toMatchObject(NO_CHARACTER)
    expect(await call('GET', `${path}/players`, headers)).toMatchObject(NO_CHARACTER)
  }
})

test('a deleted organization takes what it owns out of reach, of its owner too', async () => {
  const world = await given()
  const { call, otherKey, remove } = world
  const path = `${CHARACTERS}/${await createIn(world)}`
  await remove()
  expect(await call('GET', path, { key: otherKey })).toMatchObject(NO_CHARACTER)
  expect(await call('PUT', path, { key: otherKey, body: {} })).toMatchObject(NO_CHARACTER)
  expect(await call('DELETE', path, { key: otherKey })).toMatchObject(NO_CHARACTER)
})

test('after 30 days of deletion, and not a moment earlier, the owner may purge', async () => {
  const world = await given()
  const { store, clock, orgId, remove, purge } = world
  const characterId = await createIn(world)
  await remove()
  const confirmed = { confirmOrgId: orgId }
  await clock.adjust({ advance: 30 * 86_400_000 - 1 })
  expect(await purge('a2', confirmed)).toMatchObject({
    status: 409,
    body: { detail: 'May be purged from 2030-02-01T03:04:05.000Z, or earlier with force' },
  })
  expect(await store.characters.find(characterId)).toBeDefined()

  await clock.adjust({ advance: 1 })
  expect(await purge('a2', confirmed)).toMatchObject({ status: 200, body: { purged: true, id: orgId } })
  expect(await store.characters.find(characterId)).toBeUndefined()
  expect(await purge('a2', confirmed)).toMatchObject({
    status: 404,
    body: { detail: 'Organization not found' },
  })
})

test('force with a reason does not wait', async () => {
  const world = await given()
  const { orgId, remove, purge } = world
  await remove()
  const forced = { confirmOrgId: orgId, force: true, reason: 'Asked for by the customer' }
  expect(await purge('a2', forced)).toMatchObject({ status: 200, body: { purged: true, id: orgId } })
})

test.each([
  ['no confirmation', () => ({}), 'confirmOrgId', 'missing'],
  ['a null confirmation', () => ({ confirmOrgId: null }), 'confirmOrgId', 'string_type'],
  ['another id', () => ({ confirmOrgId: 'other' }), 'confirmOrgId', 'value_error'],
  [
    'another id, by force',
    () => ({ confirmOrgId: 'other', force: true, reason: 'x' }),
    'confirmOrgId',
    'value_error',
  ],
  ['force without a reason', (id: string) => ({ confirmOrgId: id, force: true }), 'reason', 'value_error'],
  [
    'force with a null reason',
    (id: string) => ({ confirmOrgId: id, force: true, reason: null }),
    'reason',
    'value_error',
  ],
  [
    'force with a blank reason',
    (id: string) => ({ confirmOrgId: id, force: true, reason: ' \n' }),
    'reason',
    'value_error',
  ],
  ['force as text', (id: string) => ({ confirmOrgId: id, force: 'true' }), 'force', 'bool_type'],
])('a purge with %s is 422, and erases nothing', async (_, body, field, type) => {
  const { store, clock, orgId, remove, purge } = await given()
  await remove()
  await clock.adjust({ advance: 31 * 86_400_000 })
  expect(await purge('a2', body(orgId))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', field], type, msg: expect.any(String) }] },
  })
  expect(await store.organizations.find(orgId)).toMatchObject({ name: 'Night Shift' })
})

test('an organization that is not deleted is not purged, by force neither', async () => {
  const { orgId, purge } = await given()
  for (const more of [{}, { force: true, reason: 'x' }]) {
    expect(await purge('a2', { confirmOrgId: orgId, ...more })).toMatchObject({
      status: 409,
      body: { detail: 'The organization is not deleted' },
    })
  }
})

test('the owner and staff may purge; a member may not, and a stranger finds nothing', async () => {
  const { call, orgId, remove, purge, otherKey } = await given({ members: ['a3'] })
  await remove()
  const forced = { confirmOrgId: orgId, force: true, reason: 'x' }
  expect(await purge('a3', forced)).toMatchObject({
    status: 403,
    body: { detail: 'Only the owner may do this' },
  })
  expect(await purge('a4', forced)).toMatchObject({ status: 404, body: { detail: 'Organization not found' } })
  const url = `/api/v1/organizations/${orgId}/purge`
  expect(await call('POST', url, { key: otherKey, body: forced })).toMatchObject({
    status: 401,
    body: { detail: 'Missing ID token' },
  })
  expect(await purge('a1', forced)).toMatchObject({ status: 200 })
})

test('of two purges at once one erases, and the other does so too or finds nothing left', async () => {
  const { store, orgId, remove, purge } = await given()
  await remove()
  const forced = { confirmOrgId: orgId, force: true, reason: 'x' }
  const both = await Promise.all([purge('a2', forced), purge('a1', forced)])
  expect(both.map(({ status }) => status)).toEqual([200, expect.toBeOneOf([200, 404])])
  expect(await store.organizations.find(orgId)).toBeUndefined()
})

test('a creation that races with deletion and purge leaves nothing behind', async () => {
  const world = await given()
  const { call, inOrg, otherKey, store, orgId, remove, purge } = world
  const forced = { confirmOrgId: orgId, force: true, reason: 'x' }
  const create = () => call('POST', CHARACTERS, { ...inOrg, key: otherKey, body: {} })
  const creations = [create(), create(), remove().then(() => purge('a2', forced)), create(), create()]
  await Promise.all(creations)
  const query = { accountId: 'a2', orgId, playerId: null, search: null, limit: 20, offset: 0 }
  expect(await store.characters.list(query)).toEqual({ characters: [], total: 0 })
})
