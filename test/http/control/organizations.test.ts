import { expect, test } from 'vitest'
import { openControlWorld, STAFF_EMAIL } from '../../support/servers/control-world.js'

const BASE = '/api/control/v1'
const NOW = '2030-01-02T03:04:05.000Z'
const UUID = expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/)

/** An organization of ada's, and ways to ask as anyone. */
async function given() {
  const world = await openControlWorld()
  const as = (name: string) => async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const request = { method, url: `${BASE}${path}`, ...(body !== undefined && { body }) }
    const answer = await world.as(`${name}@example.org`)(request)
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const ada = as('ada')
  const { body: organization } = await ada('POST', '/organizations', { name: 'Night Shift' })
  const path = `/organizations/${organization.id}`
  const invite = async (name: string) =>
    (await ada('POST', `${path}/members`, { email: `${name}@example.org` })).body
  return { ...world, askAs: world.as, as, ada, organization, path, invite }
}

test('whoever creates an organization is told it, owns it and finds it listed', async () => {
  const { ada, as } = await given()
  const made = await ada('POST', '/organizations', { name: 'Day Shift' })
  const organization = { id: UUID, name: 'Day Shift', createdAt: NOW, deletedAt: null }
  expect(made).toEqual({ status: 201, body: organization })
  const { body } = await ada('GET', '/organizations')
  expect(body.organizations).toHaveLength(2)
  expect(body.organizations).toContainEqual(made.body)
  expect((await ada('GET', '/me')).body.organizations).toEqual(body.organizations)
  expect(await as('bob')('GET', '/organizations')).toEqual({ status: 200, body: { organizations: [] } })
})

test.each([
  ['no name', {}, ['body', 'name']],
  ['an empty name', { name: '' }, ['body', 'name']],
  ['101 characters', { name: 'x'.repeat(101) }, ['body', 'name']],
  ['an owner of its choice', { name: 'x', ownerId: 'a2' }, ['body', 'ownerId']],
])('an organization with %s is refused', async (_, body, loc) => {
  const { ada } = await given()
  expect(await ada('POST', '/organizations', body)).toMatchObject({
    status: 422,
    body: { detail: [{ loc }] },
  })
})

test('a member finds the organization in the list and in /me, until removed', async () => {
  const { as, ada, organization, path, invite } = await given()
  const member = await invite('Bob')
  expect(member).toEqual({ accountId: UUID, email: 'bob@example.org', role: 'member', addedAt: NOW })
  const bob = as('bob')
  expect((await bob('GET', '/organizations')).body).toEqual({ organizations: [organization] })
  expect((await bob('GET', '/me')).body).toMatchObject({ organizations: [organization] })

  expect(await ada('DELETE', `${path}/members/${member.accountId}`)).toEqual({ status: 204, body: null })
  expect((await bob('GET', '/organizations')).body).toEqual({ organizations: [] })
  expect((await bob('GET', '/me')).body).toMatchObject({ organizations: [] })
  expect(await ada('DELETE', `${path}/members/${member.accountId}`)).toEqual({
    status: 404,
    body: { detail: 'Member not found' },
  })
})

test('every member may see who is one, in the order they came', async () => {
  const { as, ada, path, invite } = await given()
  await invite('carol')
  await invite('bob')
  const members = ['ada', 'carol', 'bob'].map((name) => ({
    accountId: UUID,
    email: `${name}@example.org`,
    role: name === 'ada' ? 'owner' : 'member',
    addedAt: NOW,
  }))
  expect(await ada('GET', `${path}/members`)).toEqual({ status: 200, body: { members } })
  expect(await as('bob')('GET', `${path}/members`)).toEqual({ status: 200, body: { members } })
})

test('a second invitation changes nothing', async () => {
  const { ada, path, clock, invite } = await given()
  const first = await invite('bob')
  await clock.adjust({ advance: 1000 })
  expect(await invite('BOB')).toEqual(first)
  expect((await ada('GET', `${path}/members`)).body.members).toHaveLength(2)
})

test('two invitations at once both count', async () => {
  const { ada, path, invite } = await given()
  await Promise.all(['bob', 'carol', 'dan'].map(invite))
  expect((await ada('GET', `${path}/members`)).body.members).toHaveLength(4)
})

test('the owner cannot be removed', async () => {
  const { ada, path } = await given()
  const { members } = (await ada('GET', `${path}/members`)).body
  expect(await ada('DELETE', `${path}/members/${members[0].accountId}`)).toEqual({
    status: 409,
    body: { detail: 'The owner cannot leave the organization' },
  })
})

test.each([
  ['a member', 'bob', { status: 403, body: { detail: 'Only the owner may do this' } }],
  ['a stranger', 'eve', { status: 404, body: { detail: 'Organization not found' } }],
])('%s can neither invite, remove nor delete', async (_, name, refused) => {
  const { as, ada, path, invite } = await given()
  const { accountId } = await invite('bob')
  const who = as(name)
  expect(await who('POST', `${path}/members`, { email: 'x@example.org' })).toEqual(refused)
  expect(await who('DELETE', `${path}/members/${accountId}`)).toEqual(refused)
  expect(await who('DELETE', path)).toEqual(refused)
  expect((await ada('GET', `${path}/members`)).body.members).toHaveLength(2)
})

test('staff who are no members find no organization of others here', async () => {
  const { askAs, path } = await given()
  const answer = await askAs(STAFF_EMAIL)({ url: `${BASE}${path}/members` })
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Organization not found' }])
})

test('a deletion is soft, happens once, and leaves the organization to its owner alone', async () => {
  const { as, ada, organization, path, clock, invite } = await given()
  await invite('bob')
  const deleted = { ...organization, deletedAt: NOW }
  expect(await ada('DELETE', path)).toEqual({ status: 200, body: deleted })
  await clock.adjust({ advance: 86_400_000 })
  expect(await ada('DELETE', path)).toEqual({ status: 200, body: deleted })

  expect((await ada('GET', '/organizations')).body).toEqual({ organizations: [deleted] })
  expect((await ada('GET', '/me')).body).toMatchObject({ organizations: [] })
  expect((await as('bob')('GET', '/organizations')).body).toEqual({ organizations: [] })
})

test('a deleted organization keeps the members it had', async () => {
  const { ada, path, invite } = await given()
  const { accountId } = await invite('bob')
  await ada('DELETE', path)
  const refused = { status: 409, body: { detail: 'The organization is deleted' } }
  expect(await ada('POST', `${path}/members`, { email: 'x@example.org' })).toEqual(refused)
  expect(await ada('DELETE', `${path}/members/${accountId}`)).toEqual(refused)
})

test.each([
  ['GET', '/organizations'],
  ['POST', '/organizations'],
  ['DELETE', '/organizations/o1'],
  ['GET', '/organizations/o1/members'],
  ['POST', '/organizations/o1/members'],
  ['DELETE', '/organizations/o1/members/a1'],
] as const)('%s %s answers nobody but this machine', async (method, path) => {
  const { askAs } = await given()
  const answer = await askAs('ada@example.org')({
    method,
    url: `${BASE}${path}`,
    remoteAddress: '192.168.1.20',
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    { detail: 'Control routes do not answer from other machines' },
  ])
})
