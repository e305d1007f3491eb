import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/cli.js'

let server: RunningServer
beforeAll(async () => {
  server = await createServer()
})
afterAll(() => server.stop())

const run = (args: readonly string[]) => parley(args, { env: { PARLEY_BASE_URL: server.ready.baseUrl } })
const json = async (args: readonly string[]) => JSON.parse((await run([...args, '--json'])).stdout)

test('an organization is created, shared, deleted and purged', async () => {
  const ana = ['--email', 'ana@example.org']
  const created = await run(['orgs', 'create', 'Night Shift', ...ana])
  const id = created.stdout
  expect(created).toEqual({
    stdout: expect.stringMatching(/^[\da-f-]{36}$/),
    stderr: `Created Night Shift. Act for it with --org-id ${id}`,
    exitCode: 0,
  })
  expect((await json(['orgs', 'list', ...ana])).organizations).toMatchObject([{ id, deletedAt: null }])

  const added = await json(['orgs', 'members', 'add', 'night shift', 'Bob@example.org', ...ana])
  expect(added).toMatchObject({ email: 'bob@example.org', role: 'member' })
  const bob = await json(['token', '--email', 'bob@example.org'])
  const asBob = ['--id-token', bob.idToken, '--org-id', id]
  expect((await run(['characters', 'create', '--name', 'Mira', ...asBob])).exitCode).toBe(0)
  expect((await run(['orgs', 'members', 'list', id, '--email', 'bob@example.org'])).stdout).toContain(
    'member',
  )

  expect(await run(['orgs', 'members', 'remove', id, 'bob@example.org', ...ana])).toEqual({
    stdout: 'bob@example.org is no member any more',
    stderr: '',
    exitCode: 0,
  })
  expect((await run(['characters', 'list', ...asBob])).stderr).toContain('Not an active member')
  expect((await run(['orgs', 'purge', id, '--yes', ...ana])).stderr).toContain('is not deleted')
  expect((await run(['orgs', 'delete', id, '--yes', ...ana])).stdout).toBe(`Deleted ${id}`)
  expect((await run(['orgs', 'list', ...ana])).stdout).toMatch(/\d{4}-\d\d-\d\d +Night Shift/)
  expect(await run(['orgs', 'purge', id, '--yes', ...ana])).toMatchObject({
    stderr: expect.stringContaining('or earlier with force'),
    exitCode: 1,
  })
  const forced = ['orgs', 'purge', 'Night Shift', '--force', '--reason', 'test', '--yes', '--json', ...ana]
  expect(JSON.parse((await run(forced)).stdout)).toEqual({ purged: true, id })
  expect(await json(['orgs', 'list', ...ana])).toEqual({ organizations: [] })
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
