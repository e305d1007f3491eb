import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/commands/cli.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ clock: '2030-01-31T09:00:00.000Z', logLevel: 'silent' })
  for (const name of ['Mira', 'Bram']) {
    await rest(server, 'POST', '/api/v1/characters', { persona: { name, background: 'I like rain.' } })
  }
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
const start = (...args: string[]) =>
  run('encounter', 'start', 'Mira', 'bram', '--prompt', 'They meet', ...args)

test('encounter start prints an id, with which encounter watch prints what was said', async () => {
  const { stdout: id, exitCode } = await start('--max-turns', '2', '--starter', 'b')
  expect([id, exitCode]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 0])
  expect(await run('encounter', 'watch', id)).toEqual({
    stdout: 'Bram (B): Hello, Mira, I am Bram. I like rain.\nMira (A): Hello, Bram, I am Mira. I like rain.',
    stderr: 'The encounter is over.',
    exitCode: 0,
  })
})

test('--watch prints each line under its speaker; under --json each event is a line', async () => {
  const { stdout, exitCode } = await start('--max-turns', '1', '--watch')
  expect([stdout.replace(' again', ''), exitCode]).toMatchObject([
    expect.stringMatching(/^Mira \(A\): Hello, Bram/),
    0,
  ])

  const told = await start('--max-turns', '1', '--watch', '--json')
  const events = told.stdout.split('\n').map((line) => JSON.parse(line))
  const { encounterId } = events[0]
  expect(events).toEqual([
    { event: 'started', encounterId },
    {
      event: 'message',
      encounterId,
      speaker: 'a',
      turnIndex: 0,
      text: expect.any(String),
      speakerName: 'Mira',
    },
    { event: 'end', encounterId, reason: 'max_turns_reached', turnsEmitted: 1 },
  ])
})

test('an encounter that is not there is a failure', async () => {
  const { exitCode, stderr } = await run('encounter', 'watch', 'nowhere')
  expect([exitCode, stderr]).toEqual([1, 'Error: Encounter not found'])
})
