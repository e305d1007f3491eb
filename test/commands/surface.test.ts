import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Config, settings } from '@oclif/core'
import { expect, test } from 'vitest'
import { describeCommands } from '../../src/cli/command-reference/describe-commands.js'

const golden = new URL('../../fixtures/commands.json', import.meta.url)

/** The commands, their arguments, flags and variables, as the compiled program has them. */
async function surface() {
  settings.enableAutoTranspile = false
  const config = await Config.load(fileURLToPath(new URL('../..', import.meta.url)))
  return describeCommands(config)
}

test('commands, flags and variables are those of fixtures/commands.json (UPDATE_GOLDEN=1 writes it anew)', async () => {
  const found = `${JSON.stringify(await surface(), null, 2)}\n`
  if (process.env['UPDATE_GOLDEN']) await writeFile(golden, found)
  expect(found).toBe(await readFile(golden, 'utf8'))
})

test('every command has a summary, an example, --json and --no-input', async () => {
  for (const { command, summary, examples, flags } of await surface()) {
    expect([command, summary?.endsWith('.')]).toEqual([command, true])
    // It is the first line of the help, which nothing wraps.
    expect(summary?.length, command).toBeLessThanOrEqual(80)
    expect([command, examples.length > 0]).toEqual([command, true])
    const names = flags.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['json', 'no-input']))
  }
})

/** They start a server of their own, only read files or databases, or make and keep what says which is asked. */
const ASKS_NOBODY = new Set([
  'serve',
  'exec',
  'loadtest merge',
  'loadtest import',
  'login',
  'profiles remove',
  'profiles use',
  'commands',
  'completion',
  'store copy',
  'store verify',
])

test('every flag that says which service is asked has a variable of its own', async () => {
  const commands = (await surface()).filter(({ command }) => !ASKS_NOBODY.has(command))
  for (const { command, flags } of commands) {
    const variables = flags.flatMap(({ env }) => (env ? [env] : []))
    expect([command, variables]).toEqual([
      command,
      expect.arrayContaining([
        'PARLEY_BASE_URL',
        'PARLEY_API_KEY',
        'PARLEY_ID_TOKEN',
        'PARLEY_LOCAL_SECRET',
        'PARLEY_PLAYER_ID',
        'PARLEY_ORG_ID',
        'PARLEY_TIMEOUT',
      ]),
    ])
  }
})

test('every command that asks before it destroys something at a service has the flag for other folders', async () => {
  const asking = (await surface()).filter(({ flags }) => flags.some(({ name }) => name === 'yes'))
  const atService = asking.filter(({ command }) => command !== 'profiles remove')
  expect(atService.length).toBeGreaterThan(8)
  for (const { command, flags } of atService) {
    expect([command, flags.map(({ name }) => name)]).toEqual([
      command,
      expect.arrayContaining(['any-server']),
    ])
  }
})
