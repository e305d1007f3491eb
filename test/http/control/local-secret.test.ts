import { expect, test } from 'vitest'
import { LOCAL_SECRET, openControlWorld, STAFF_EMAIL } from '../../support/servers/control-world.js'

const TOKEN = { method: 'POST', url: '/api/control/v1/identity/token', body: { email: STAFF_EMAIL } } as const
const WHERE = /localSecret in the ready line .*--ready-file .*server\.json/

test('who knows the local secret gets an ID token', async () => {
  const { app } = await openControlWorld()
  const answer = await app.inject({ ...TOKEN, headers: { 'X-Parley-Local': LOCAL_SECRET } })
  expect(answer.statusCode).toBe(200)
})

// nginx as it comes adds no header that tells of the client: a request from outside looks like this one.
test('a request from this machine without the secret is refused, and told where the secret stands', async () => {
  const { app } = await openControlWorld()
  const answer = await app.inject(TOKEN)
  expect([answer.statusCode, answer.json()]).toEqual([401, { detail: expect.stringMatching(WHERE) }])
})

test.each([
  ['none', ''],
  ['another', 'secret-of-another-start'],
  ['a part of it', LOCAL_SECRET.slice(0, -1)],
  ['more than it', `${LOCAL_SECRET}x`],
  ['it twice', `${LOCAL_SECRET}, ${LOCAL_SECRET}`],
  ['it in other case', LOCAL_SECRET.toUpperCase()],
])('%s instead of the secret is refused, and neither repeated nor logged', async (_, sent) => {
  const { app, failures } = await openControlWorld()
  const answer = await app.inject({ ...TOKEN, headers: { 'x-parley-local': sent } })
  expect([answer.statusCode, answer.json()]).toEqual([401, { detail: expect.stringMatching(WHERE) }])
  expect(answer.body).not.toContain(LOCAL_SECRET)
  if (sent !== '') expect(answer.body).not.toContain(sent)
  expect(failures).toEqual([])
})

test('elsewhere the secret opens nothing', async () => {
  const { app } = await openControlWorld()
  const headers = { 'x-parley-local': LOCAL_SECRET }
  const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.9' }
  expect((await app.inject({ ...TOKEN, headers, remoteAddress: '192.168.1.20' })).statusCode).toBe(403)
  expect((await app.inject({ ...TOKEN, headers: forwarded })).statusCode).toBe(403)
})
