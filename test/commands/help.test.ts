import { fileURLToPath } from 'node:url'
import { type Command, Config } from '@oclif/core'
import { expect, test } from 'vitest'
import { ParleyHelp } from '../../src/cli/help.js'

const WIDTH = 80
const root = fileURLToPath(new URL('../..', import.meta.url))
const config = await Config.load({ root, version: '0.0.0' })
const commands = config.commands.filter(({ pluginName }) => pluginName === 'parley')

class Shown extends ParleyHelp {
  textOf(command: Command.Loadable): string {
    return this.formatCommand(command)
  }
}
const helpOf = (command: Command.Loadable) =>
  new Shown(config, { maxWidth: WIDTH, stripAnsi: true, ...config.pjson.oclif.helpOptions }).textOf(command)
const flowing = (text: string) => text.replace(/\s+/g, ' ')
const section = (help: string, name: string) =>
  help.split(`\n${name}\n`)[1]?.split(/\n[A-Z][A-Z ]+\n/)[0] ?? ''

test('parley names its own help, and there are commands to look at', () => {
  expect(config.pjson.oclif.helpClass).toEqual({ target: './dist/src/cli/help', identifier: 'ParleyHelp' })
  expect(commands.length).toBeGreaterThan(50)
})

test('the help of every command shows all of its description', () => {
  for (const command of commands) {
    const shown = flowing(section(helpOf(command), 'DESCRIPTION'))
    expect(shown, command.id).toContain(flowing(command.description ?? ''))
  }
})

test('no line of the help but an example is wider than the terminal, and none breaks inside a word', () => {
  for (const command of commands) {
    const help = helpOf(command)
    const examples = section(help, 'EXAMPLES')
    const wide = help.split('\n').filter((line) => line.length > WIDTH && !examples.includes(line))
    expect([command.id, wide]).toEqual([command.id, []])
    for (const { name, options = [] } of Object.values(command.flags).filter(isOption)) {
      const values = options.join(', ')
      if (values !== '') expect(flowing(help), `${command.id} --${name}`).toContain(`<options: ${values}>`)
    }
  }
})

const isOption = (flag: Command.Flag.Any): flag is Command.Flag.Any & { readonly options?: string[] } =>
  flag.type === 'option' && flag.hidden !== true

test('the usage is one short line: arguments, and flags that have to be given', () => {
  for (const command of commands) {
    const lines = section(helpOf(command), 'USAGE').trim().split('\n')
    expect([command.id, lines.length <= 2]).toEqual([command.id, true])
    expect(lines.join(' '), command.id).not.toMatch(/\|/)
  }
  const start = commands.find(({ id }) => /^encounter.start$/.test(id))
  expect(start && helpOf(start)).toContain('$ parley encounter start A B --prompt TEXT [FLAGS]')
})
