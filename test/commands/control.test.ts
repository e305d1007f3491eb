import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'
import { createTestServer } from '../support/servers/test-server.js'

const AT = '2030-01-31T09:00:00.000Z'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ clock: AT, logLevel: 'silent' })
})
afterAll(() => server.stop())

const at = () => ({
  PARLEY_BASE_URL: server.ready.baseUrl,
  PARLEY_LOCAL_SECRET: server.ready.localSecret,
  PARLEY_API_KEY: server.ready.apiKey,
})
const run = (...args: string[]) => parley(args, { env: at() })
const succeeds = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 })

test('the clock is shown, set, moved on and frozen; setting it does not release it', async () => {
  expect(await run('clock', 'show')).toEqual(succeeds('2030-01-31T09:00:00.000Z (frozen)'))
  expect(await run('clock', 'advance', 'P1MT1.5S')).toEqual(succeeds('2030-02-28T09:00:01.500Z (frozen)'))
  expect(await run('clock', 'set', '2031-05-05T10:00:00+02:00')).toEqual(
    succeeds('2031-05-05T08:00:00.000Z (frozen)'),
  )
  expect(await run('clock', 'advance', '3d')).toEqual(succeeds('2031-05-08T08:00:00.000Z (frozen)'))
  expect(await run('clock', 'advance', '1h30m')).toEqual(succeeds('2031-05-08T09:30:00.000Z (frozen)'))
  expect(await run('clock', 'freeze', '--at', AT, '--json')).toEqual(
    succeeds(JSON.stringify({ now: AT, frozen: true }, null, 2)),
  )
})

test('a released clock runs on from where it stood, and freezes where it is', async () => {
  await run('clock', 'freeze', '--at', AT)
  const released = await run('clock', 'release')
  expect(released).toEqual(succeeds(expect.stringMatching(/^2030-01-31T09:0\d:\d\d\.\d{3}Z$/)))
  const frozen = await run('clock', 'freeze')
  expect(frozen.stdout).toMatch(/^2030-01-31T09:0\d:\d\d\.\d{3}Z \(frozen\)$/)
  expect(Date.parse(frozen.stdout.slice(0, 24))).toBeGreaterThan(Date.parse(released.stdout))
  expect((await run('clock', 'show')).stdout).toBe(frozen.stdout)
})

test('reset takes the server back to its start, its clock too, and keeps the key', async () => {
  expect((await run('characters', 'create', '--name', 'Gone')).exitCode).toBe(0)
  await run('clock', 'advance', 'P1Y')
  const { baseUrl } = server.ready
  expect(await run('reset', '--yes', '--json')).toEqual(
    succeeds(JSON.stringify({ reset: true, baseUrl }, null, 2)),
  )
  const { stdout } = await run('characters', 'list', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ characters: [], total: 0 })
  expect((await run('clock', 'show')).stdout).toBe(`${AT} (frozen)`)
})

test.each([
  [['clock', 'set', 'tomorrow'], 1, 'set: '],
  [['clock', 'set', '1969-12-31T23:59:59Z'], 1, 'set: Input should lead to a moment'],
  [['clock', 'advance', 'soon'], 2, 'Write it as 90s, 5m, 3d, 1h30m or P3D.'],
  [['clock', 'advance', 'P9999Y'], 1, 'advance: Input should lead to a moment'],
  [['clock', 'freeze', '--at', ''], 1, 'set: '],
  [['clock', 'set'], 2, 'Missing 1 required arg'],
  [['clock', 'show', '--email', 'guest@example.org'], 1, 'Staff only'],
  [['reset', '--yes', '--email', 'guest@example.org'], 1, 'Staff only'],
  [['reset'], 4, 'Add --yes'],
])('%j ends with %i and says why', async (args, exitCode, message) => {
  const refused = await run(...args)
  expect({ stdout: refused.stdout, exitCode: refused.exitCode }).toEqual({ stdout: '', exitCode })
  expect(refused.stderr).toContain(message)
})

test('reset without a terminal and without --yes asks the service nothing', async () => {
  const { baseUrl, requests } = await fakeRest(() => ({ status: 500 }))
  expect((await parley(['reset', '--base-url', baseUrl])).exitCode).toBe(4)
  expect(requests).toEqual([])
})

test.each([[['clock', 'show']], [['reset', '--yes']]])(
  '%j is never tried at another host without an ID token: exit code 4',
  async (args) => {
    const { stderr, exitCode } = await parley([...args, '--base-url', 'https://service.example'])
    expect(exitCode).toBe(4)
    expect(stderr).toContain('Pass it with --id-token')
  },
)
