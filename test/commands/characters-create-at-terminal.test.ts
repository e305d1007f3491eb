import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { environmentOf } from '../support/servers/knowledge-server.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await createTestServer({ logLevel: 'silent' })
})
afterAll(() => server.stop())

const characters = async () => {
  const { body } = await rest(server, 'GET', '/api/v1/characters')
  return (body as { characters: object[] }).characters
}

test('without anything it asks what the character is like', async () => {
  const terminal = parleyAtTerminal(['characters', 'create'], environmentOf(server), { cols: 120 })
  await terminal.shows(/\? Name/)
  terminal.type('\r')
  await terminal.shows('A character needs a name.')
  for (const [question, answer] of [
    ['Name', 'Asked'],
    ['A line about the character', 'Countess of numbers'],
    ['Personality', ' Curious '],
    ['Background: what it knows', ''],
    ['Voice id', ''],
  ] as const) {
    await terminal.shows(new RegExp(`\\? ${question}`))
    terminal.type(`${answer}\r`)
  }
  expect(await terminal.exit).toBe(0)
  expect(terminal.lines().join('\n')).toMatch(/personality +Curious\n/)
  expect(await characters()).toContainEqual(
    expect.objectContaining({
      name: 'Asked',
      tagline: 'Countess of numbers',
      personality: 'Curious',
      background: null,
      tts_voice: null,
    }),
  )
})

test.each([[[]], [['--json']], [['--no-input']]])(
  'where nobody can answer, it says what to give, and makes nothing: %j',
  async (more) => {
    const before = (await characters()).length
    const { stdout, stderr, exitCode } = await parley(['characters', 'create', ...more], {
      env: environmentOf(server),
    })
    expect(exitCode).toBe(2)
    expect(stdout + stderr).toContain('The command line describes no character.')
    expect(stdout + stderr).toContain('For example: parley characters create --name Ada')
    expect(await characters()).toHaveLength(before)
  },
)

test('Ctrl-C at a question ends with 130, and makes nothing', async () => {
  const before = (await characters()).length
  const terminal = parleyAtTerminal(['characters', 'create'], environmentOf(server))
  await terminal.shows(/\? Name/)
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(130)
  expect(await characters()).toHaveLength(before)
})
