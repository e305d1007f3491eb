import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Config, settings } from '@oclif/core'
import { expect, test } from 'vitest'

const golden = new URL('../../fixtures/commands.json', import.meta.url)

/** The commands, their arguments, flags and variables, as the compiled program has them. */
async function surface() {
  settings.enableAutoTranspile = false
  const config = await Config.load(fileURLToPath(new URL('../..', import.meta.url)))
  const own = config.commands.filter(({ pluginName }) => pluginName === 'parley')
  return own
    .map(({ id, summary, args, flags, examples }) => ({
      command: id.replaceAll(':', ' '),
      summary,
      args: Object.values(args).map(({ name, required = false }) => ({ name, required })),
      flags: Object.values(flags)
        .map(describeFlag)
        .sort((a, b) => a.name.localeCompare(b.name)),
      examples: (examples ?? []).map((example) =>
        String(example)
          .replaceAll('<%= config.bin %>', config.bin)
          .replaceAll('<%= command.id %>', id.replaceAll(':', ' ')),
      ),
    }))
    .sort((a, b) => a.command.localeCompare(b.command))
}

type Flag = Awaited<ReturnType<typeof Config.load>>['commands'][number]['flags'][string]

const describeFlag = ({ name, ...flag }: Flag) => ({
  name,
  type: flag.type,
  ...(flag.char && { char: flag.char }),
  ...('env' in flag && flag.env && { env: flag.env }),
  ...(flag.hidden && { hidden: true }),
  ...('allowNo' in flag && flag.allowNo && { allowNo: true }),
  ...('multiple' in flag && flag.multiple && { multiple: true }),
  ...('options' in flag && flag.options && { options: flag.options }),
  ...('default' in flag && ['string', 'number'].includes(typeof flag.default) && { default: flag.default }),
})

test('commands, flags and variables are those of fixtures/commands.json (UPDATE_GOLDEN=1 writes it anew)', async () => {
  const found = `${JSON.stringify(await surface(), null, 2)}\n`
  if (process.env['UPDATE_GOLDEN']) await writeFile(golden, found)
  expect(found).toBe(await readFile(golden, 'utf8'))
})

test('every command has a summary, an example, --json and --no-input', async () => {
  for (const { command, summary, examples, flags } of await surface()) {
    expect([command, summary?.endsWith('.')]).toEqual([command, true])
    expect([command, examples.length > 0]).toEqual([command, true])
    const names = flags.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['json', 'no-input']))
  }
})

test('every flag that says which service is asked has a variable of its own', async () => {
  const commands = (await surface()).filter(({ command }) => command !== 'serve')
  for (const { command, flags } of commands) {
    const variables = flags.flatMap(({ env }) => (env ? [env] : []))
    expect([command, variables]).toEqual([
      command,
      expect.arrayContaining([
        'PARLEY_BASE_URL',
        'PARLEY_API_KEY',
        'PARLEY_ID_TOKEN',
        'PARLEY_PLAYER_ID',
        'PARLEY_ORG_ID',
        'PARLEY_TIMEOUT',
      ]),
    ])
  }
})
