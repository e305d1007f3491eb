import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cliReference, loadCommands } from '../../.config/cli-reference.js'

const file = fileURLToPath(new URL('../../docs/cli.md', import.meta.url))

type Listed = {
  readonly command: string
  readonly args: readonly { readonly name: string }[]
  readonly flags: readonly { readonly name: string; readonly env?: string; readonly hidden?: boolean }[]
  readonly examples: readonly string[]
}
const listed: readonly Listed[] = JSON.parse(
  readFileSync(new URL('../../fixtures/commands.json', import.meta.url), 'utf8'),
)

/** The part of the reference on one command, in which `\|` is a `|`. */
const partOn = (command: string) =>
  readFileSync(file, 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${command}\n`))
    ?.replaceAll('\\|', '|') ?? ''

test('docs/cli.md is what the commands say (UPDATE_GOLDEN=1 writes it anew)', async () => {
  const found = cliReference(await loadCommands())
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, found)
  expect(found).toBe(readFileSync(file, 'utf8'))
})

test.each(listed)('docs/cli.md has every argument, flag, variable and example of $command', (described) => {
  const { command, args, flags, examples } = described
  const visible = flags.filter(({ hidden }) => hidden !== true)
  const own = partOn(command)
  const text = own + partOn('Flags of all commands')
  const missing = [
    ...args.map(({ name }) => name.toUpperCase()).filter((name) => !own.includes(name)),
    ...visible
      .flatMap(({ name, env }) => [name, ...(env ? [`\`${env}\``] : [])])
      .filter((word) => !text.includes(word)),
    ...examples.filter((example) => !own.includes(example)),
  ]
  expect(missing).toEqual([])
})
