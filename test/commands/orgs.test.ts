import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/commands/cli.js'
import { createTestServer } from '../support/servers/test-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const run = (args: readonly string[]) =>
  parley(args, {
    env: { PARLEY_BASE_URL: server.ready.baseUrl, PARLEY_LOCAL_SECRET: server.ready.localSecret },
  })
const json = async (args: readonly string[]) => JSON.parse((await run([...args, '--json'])).stdout)

test('an organization is created, and acted for by the members it has', async () => {
  const ana = ['--email', 'ana@example.org']
  const created = await run(['orgs', 'create', 'Night Shift', ...ana])
  const id = created.stdout
  expect(created).toEqual({
    stdout: expect.stringMatching(/^[\da-f-]{36}$/),
    stderr: `Created Night Shift. Use it with --org-id ${id}`,
    exitCode: 0,
  })
  const added = await json(['orgs', 'members', 'add', 'night shift', 'Bob@example.org', ...ana])
  expect(added).toMatchObject({ email: 'bob@example.org', role: 'member' })
  const { idToken } = await json(['token', '--email', 'bob@example.org'])
  const asBob = ['--id-token', idToken, '--org-id', id]
  expect((await run(['characters', 'create', '--name', 'Mira', ...asBob])).exitCode).toBe(0)
  expect((await run(['orgs', 'members', 'list', id, ...asBob])).stdout).toMatch(/member +bob@example.org/)

  expect(await run(['orgs', 'members', 'remove', id, 'bob@example.org', ...ana])).toEqual({
    stdout: 'bob@example.org is no longer a member',
    stderr: '',
    exitCode: 0,
  })
  expect((await run(['characters', 'list', ...asBob])).stderr).toContain('Not an active member')
})

test('an organization is deleted, then purged', async () => {
  const dan = ['--email', 'dan@example.org']
  const { stdout: id } = await run(['orgs', 'create', 'Day Shift', ...dan])
  expect((await run(['orgs', 'purge', id, '--yes', ...dan])).stderr).toContain('is not deleted')
  expect((await run(['orgs', 'delete', id, '--yes', ...dan])).stdout).toBe(`Deleted ${id}`)
  expect((await run(['orgs', 'list', ...dan])).stdout).toMatch(/\d{4}-\d\d-\d\d +Day Shift/)
  expect(await run(['orgs', 'purge', id, '--yes', ...dan])).toMatchObject({
    stderr: expect.stringContaining('or earlier with force'),
    exitCode: 1,
  })
  const forced = ['--force', '--reason', 'test', '--yes', ...dan]
  expect(await json(['orgs', 'purge', 'Day Shift', ...forced])).toEqual({ purged: true, id })
  expect(await json(['orgs', 'list', ...dan])).toEqual({ organizations: [] })
})

test('two organizations with one name are told apart by their ids', async () => {
  const eve = ['--email', 'eve@example.org']
  const ids = [await json(['orgs', 'create', 'Twin', ...eve]), await json(['orgs', 'create', 'Twin', ...eve])]
  const { stderr, exitCode } = await run(['orgs', 'delete', 'Twin', '--yes', ...eve])
  expect(exitCode).toBe(1)
  for (const { id } of ids) expect(stderr).toContain(id)
})

test.each([
  [['orgs', 'delete', 'x'], 4],
  [['orgs', 'purge', 'x'], 4],
  [['orgs', 'purge', 'x', '--yes', '--force'], 2],
  [['orgs', 'purge', 'x', '--yes', '--reason', 'y'], 2],
  [['orgs', 'delete', 'no such organization', '--yes'], 1],
])('%j ends with exit code %i', async (args, exitCode) => {
  expect(await run(args)).toMatchObject({ stdout: '', exitCode })
})
