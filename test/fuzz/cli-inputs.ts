import { readFileSync } from 'node:fs'
import { mutateBytes } from './byte-mutations.js'
import type { FuzzRandom } from './fuzz-random.js'
import { hostileText } from './hostile-text.js'

export type CliInput = {
  readonly args: readonly string[]
  readonly stdin: string
  /** Named `@file` in the arguments; Latin-1. */
  readonly file: { readonly extension: string; readonly content: string } | null
}

type Command = { readonly command: string; readonly flags: readonly { readonly name: string }[] }

/** They run until they are stopped, wait for what never happens, or undo what the others need. */
const LEFT_OUT = /^(serve|loadtest|chat|doctor|wait|reset|clock|voice)( |$)/
/** With them a command may wait as long as it is told, ask elsewhere, or overwrite what lies there. */
const FLAGS_LEFT_OUT = new Set([
  'wait',
  'timeout',
  'poll-interval',
  'base-url',
  'data-dir',
  'ready-file',
  'force',
  'yes',
])
const commands = (JSON.parse(readFileSync('fixtures/commands.json', 'utf8')) as readonly Command[]).filter(
  ({ command }) => !LEFT_OUT.test(command),
)

const FILES = [
  { extension: '.yaml', content: 'requests: [{ customId: a, persona: { name: Mira } }]\n' },
  { extension: '.json', content: '{"requests":[{"customId":"a","persona":{"name":"Mira"}}]}' },
  { extension: '.csv', content: 'customId,persona.name\na,Mira\n' },
  { extension: '.yaml', content: 'persona: { name: Mira, background: "Born in Ghent" }\n' },
] as const

export function generateCli(chance: FuzzRandom): CliInput {
  const { command, flags } = chance.among(commands)
  const file = chance.among(FILES)
  const isFileBroken = chance.isLikely(0.6)
  const content = isFileBroken
    ? mutateBytes([Buffer.from(file.content)], chance).toString('latin1')
    : file.content
  const words = Array.from({ length: chance.among([0, 1, 1, 2, 3]) }, () => wordOf(chance))
  const given = Array.from({ length: chance.below(3) }, () => flagOf(flags, chance))
  return {
    args: [...command.split(' '), ...words, ...given.flat()],
    stdin: chance.isLikely(0.3) ? wellFormed(hostileText(chance)) : '',
    file: { extension: file.extension, content },
  }
}

function wordOf(chance: FuzzRandom): string {
  const word = chance.among(['@file', 'c1', 'p1', 'me', hostileText(chance), hostileText(chance)])
  // More than a system takes as one argument never reaches a command.
  return wellFormed(word).slice(0, 20_000)
}

/** A flag of the command, mostly with a value that is none. */
function flagOf(flags: Command['flags'], chance: FuzzRandom): readonly string[] {
  const names = flags.map((flag) => flag.name).filter((name) => !FLAGS_LEFT_OUT.has(name))
  const name = names.length > 0 && chance.isLikely(0.9) ? chance.among(names) : `no-${hostileText(chance)}`
  const flag = `--${wellFormed(name).slice(0, 200)}`
  return chance.isLikely(0.4) ? [flag] : [flag, wordOf(chance)]
}

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '')
