import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/commands/cli.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ clock: '2030-01-31T09:00:00.000Z', logLevel: 'silent' })
  await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
})
afterAll(() => server.stop())

const run = (...args: string[]) =>
  parley(args, {
    env: {
      PARLEY_BASE_URL: server.ready.baseUrl,
      PARLEY_LOCAL_SECRET: server.ready.localSecret,
      PARLEY_API_KEY: server.ready.apiKey,
    },
  })
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

test('a permanent share prints its link and its anchor, and is opened by either', async () => {
  const { stdout, stderr, exitCode } = await run('share', 'create', 'Mira', '--permanent')
  const { baseUrl } = server.ready
  const reach = 'Only this machine can open 127.0.0.1. Start the server with --host 0.0.0.0.'
  expect([exitCode, stderr]).toEqual([0, `${reach}\nThe link is valid until it is revoked.`])
  expect(stdout).toMatch(new RegExp(`^${baseUrl}/s/${UUID}\n${baseUrl}/sa/${UUID}$`))
  for (const link of stdout.split('\n')) {
    const opened = await run('share', 'open', link)
    expect(opened.stdout).toMatch(
      /^Character\s+Mira \(.+\)\nPlayer\s+guest-.+\nToken\s+sst_.{32}\nServer\s+http/,
    )
  }
  const listed = await run('share', 'list', 'Mira')
  expect(listed.stdout).toMatch(/^ID\s+MEMORY\s+OPENED\s+UNTIL\n/)
  expect(listed.stdout).toMatch(/ isolated\s+2\s+permanent$/)
  expect(listed.stdout.split('\n').every((line) => line.length <= 80)).toBe(true)
})

test('an expiring share is exchanged, also under a name', async () => {
  const caps = ['--ttl', '7d', '--max-exchanges', '2', '--max-interactions', '9', '--memory', 'shared']
  const { token, expiresAt } = await json('share', 'create', 'Mira', ...caps)
  expect(expiresAt).toBe('2030-02-07T09:00:00.000Z')
  expect((await json('share', 'open', token)).sessionToken).toMatch(/^sst_/)
  expect((await run('share', 'open', token, '--recipient', 'grace')).exitCode).toBe(0)
  expect(await run('share', 'open', token)).toMatchObject({ exitCode: 1, stderr: 'Error: Share not found' })
  expect((await run('share', 'list', 'Mira')).stdout).toContain(' 2 of 2 ')
})

test('a share is revoked once, and asks first', async () => {
  const { token } = await json('share', 'create', 'Mira')
  await run('share', 'open', token)
  expect(await run('share', 'revoke', token)).toMatchObject({ exitCode: 4 })
  expect(await run('share', 'revoke', token, '--yes')).toEqual({
    exitCode: 0,
    stdout: `Revoked ${token}`,
    stderr: '0 live sessions closed, 1 session token deleted',
  })
  expect(await run('share', 'revoke', token, '--yes')).toMatchObject({ exitCode: 1 })
})

test('the shares of a leaked key are revoked together', async () => {
  const { id, key } = await json('keys', 'create', 'leaked')
  await run('share', 'create', 'Mira', '--api-key', key)
  expect(await run('share', 'revoke-key', id, '--yes')).toMatchObject({
    exitCode: 0,
    stdout: 'Revoked 1 share',
  })
  expect(await json('share', 'revoke-key', id, '--yes')).toMatchObject({ revoked: 0 })
})

test('share page prints the address where no browser is', async () => {
  const { token, shareUrl } = await json('share', 'create', 'Mira')
  for (const words of [token, shareUrl]) {
    expect(await run('share', 'page', words)).toEqual({
      stdout: shareUrl,
      stderr: 'Only this machine can open 127.0.0.1. Start the server with --host 0.0.0.0.',
      exitCode: 0,
    })
    expect(await json('share', 'page', words)).toEqual({ url: shareUrl, phoneUrl: null })
  }
})

test('--permanent has no end to choose, and --ttl has a unit', async () => {
  expect(await run('share', 'create', 'Mira', '--permanent', '--ttl', '7d')).toMatchObject({ exitCode: 2 })
  expect(await run('share', 'create', 'Mira', '--ttl', 'soon')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--ttl: "soon" is not a duration'),
  })
})
