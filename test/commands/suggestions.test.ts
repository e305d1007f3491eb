import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'
import { runAgainst } from '../support/servers/knowledge-server.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ logLevel: 'silent' })
  await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
})
afterAll(() => server.stop())

const run = (...args: string[]) => runAgainst(server, args, scratchFolder())

test.each([
  [['charcters', 'list'], '`parley characters list`'],
  [['characters', 'lst'], '`parley characters list`'],
  [['bathc', 'submit', 'cast.yaml'], '`parley batch submit`'],
  [['sevre'], '`parley serve`'],
  [['memoreis'], '`parley memories`'],
])('the command %j is not there, and what is meant is named and not run', async (words, meant) => {
  const { stdout, stderr, exitCode } = await parley(words)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toContain(`Did you mean ${meant}`)
  expect(stderr).toMatch(/See `parley help`\.$/)
})

test('a command that is like no other is told as before', async () => {
  const { stderr, exitCode } = await parley(['xyzzyplugh'])
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Error: command xyzzyplugh not found\nSee `parley help`.',
    exitCode: 2,
  })
})

test.each([
  [['serve', '--prot', '3'], '--port'],
  [['characters', 'create', '--temprature', '1'], '--temperature'],
  [['characters', 'create', '--no-verbsoe'], '--no-verbose'],
])('the flag of %j is not there, and what is meant is named', async (words, meant) => {
  const { stderr, exitCode } = await parley(words)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(`Did you mean ${meant}`)
})

test('a suggestion stands in the error document, too', async () => {
  const { stdout } = await parley(['serve', '--prot', '3', '--json'])
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'usage',
    message: 'Nonexistent flag: --prot',
    hint: expect.stringMatching(/^Did you mean --port\? See --help\.$/),
  })
})

test.each([
  ['characters', 'get', 'Mria'],
  ['characters', 'delete', 'Mria', '--yes'],
  ['documents', 'list', 'Mria'],
])('a character that is not there comes with the nearest name: %s %s', async (...words) => {
  const { stdout, exitCode } = await run(...words, '--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout).error).toEqual({
    code: 'not_found',
    message: 'Character not found',
    status: 404,
    hint: expect.stringMatching(/^Did you mean Mira \([\w-]{36}\)\?$/),
  })
})

test('a character that is like no other is told as the service tells it', async () => {
  const { stdout } = await run('characters', 'get', 'Zebulon', '--json')
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'not_found', status: 404, hint: null })
})

test('a name that escapes to the terminal is written out', async () => {
  const evil = { id: 'c1', name: 'Mira\u001b[2J' }
  const { baseUrl } = await fakeRest(({ url }) =>
    url.includes('search=') || url.includes('Mira')
      ? {
          status: url.includes('search=') ? 200 : 404,
          body: { characters: [], detail: 'Character not found' },
        }
      : { body: { characters: [evil], total: 1, limit: 100, offset: 0 } },
  )
  const { stderr } = await parley(['characters', 'get', 'Mira[2J', '--base-url', baseUrl, '--api-key', 'k'])
  expect(stderr).toContain('Did you mean Mira\\u001b[2J (c1)?')
  expect(stderr).not.toContain('\u001b')
})

test('a batch that is not there comes with those that begin alike', async () => {
  const { body } = await rest(server, 'POST', '/api/v1/characters/batch', { requests: [{ customId: 'a' }] })
  const { id } = body as { id: string }
  for (const command of ['get', 'watch', 'retry', 'cancel']) {
    const { stderr, exitCode } = await run('batch', command, id.slice(0, 7))
    expect([command, exitCode]).toEqual([command, 1])
    expect(stderr).toContain(`Did you mean ${id}?`)
  }
})
