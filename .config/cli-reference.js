// Writes docs/cli.md, the reference of the command line, from the built commands: `npm run cli-reference`.
// test/docs/cli-reference.test.ts compares the two.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Config, settings } from '@oclif/core'

const root = fileURLToPath(new URL('..', import.meta.url))

const HEAD = `# Commands

<!-- Generated from the commands by \`npm run cli-reference\`. Change their help texts instead of this file. -->

Every command with its arguments, flags, environment variables and examples, as \`parley help COMMAND\` prints them.
[cli-guide.md](cli-guide.md) says what all commands share: output, exit codes, durations, how a server is found.
`

/** What `cliReference` describes: the commands of this package as oclif loaded them. */
export async function loadCommands() {
  settings.enableAutoTranspile = false
  const { bin, commands } = await Config.load(root)
  return {
    bin,
    commands: commands
      .filter(({ pluginName, hidden }) => pluginName === 'parley' && !hidden)
      .map((command) => ({ ...command, words: command.id.replaceAll(':', ' ') }))
      .sort((a, b) => a.words.localeCompare(b.words)),
  }
}

/** The reference as Markdown. */
export function cliReference({ bin, commands }) {
  const shared = sharedFlags(commands)
  return `${[
    HEAD,
    table(
      ['command', 'does'],
      commands.map(({ words, summary }) => [`[\`${words}\`](#${words.replaceAll(' ', '-')})`, summary]),
    ),
    '## Flags of all commands\n',
    ...shared.map(({ title, flags }) => `${title}\n\n${flagTable(flags)}`),
    ...commands.map((command) => describe(command, { bin, shared })),
  ].join('\n')}`
}

const GROUPS = [
  ['GLOBAL', 'Every command takes these flags:'],
  ['SERVICE', 'Every command that talks to a server takes these flags, too:'],
]

/** The flags that most commands share, as most of them have them. */
function sharedFlags(commands) {
  return GROUPS.map(([group, title]) => {
    const counted = new Map()
    for (const flag of commands.flatMap(visibleFlags).filter((flag) => flag.helpGroup === group)) {
      const row = flagRow(flag).join('\n')
      const { count = 0 } = counted.get(row) ?? {}
      counted.set(row, { count: count + 1, flag, row })
    }
    const common = [...counted.values()].filter(({ count }) => count > commands.length / 2)
    return { title, rows: new Set(common.map(({ row }) => row)), flags: common.map(({ flag }) => flag) }
  })
}

function describe({ words, summary, description, examples, ...command }, { bin, shared }) {
  const isShared = (flag) => shared.some(({ rows }) => rows.has(flagRow(flag).join('\n')))
  const own = visibleFlags(command).filter((flag) => !isShared(flag))
  const asksServer = visibleFlags(command).some((flag) => flag.helpGroup === 'SERVICE' && isShared(flag))
  const parameters = Object.values(command.args).filter(({ hidden }) => !hidden)
  return [
    `## ${words}\n`,
    `${plain(summary)}\n`,
    ...paragraphs(description),
    fence('text', [usage(command.usage ?? defaultUsage(parameters, own), { bin, words })]),
    ...(parameters.length === 0 ? [] : [table(['argument', 'is'], parameters.map(argumentRow))]),
    ...(own.length === 0 ? [] : [flagTable(own)]),
    `It also takes the flags of all commands${asksServer ? ' and of those that talk to a server' : ''}.\n`,
    fence(
      'sh',
      examples.map((example) => fill(String(example), { bin, words })),
    ),
  ].join('\n')
}

/** Usage lines of a command of its own name it by a placeholder, as examples do. */
const usage = (text, names) => fill(`<%= config.bin %> ${text}`, names)

const defaultUsage = (parameters, flags) =>
  ['<%= command.id %>', ...parameters.map(argumentLabel), ...requiredFlags(flags), '[FLAGS]'].join(' ')

const visibleFlags = ({ flags }) =>
  Object.values(flags)
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => a.name.localeCompare(b.name))

const requiredFlags = (flags) =>
  flags.filter(({ required }) => required).map((flag) => `--${flag.name} ${flagValue(flag)}`.trim())

const argumentLabel = ({ name, required }) => (required ? name.toUpperCase() : `[${name.toUpperCase()}]`)

const argumentRow = (argument) => [
  code(argumentLabel(argument)),
  [argument.description, optionsOf(argument), defaultOf(argument)].filter(Boolean).join(' '),
]

const flagTable = (flags) => table(['flag', 'environment', 'means'], flags.map(flagRow))

const flagRow = (flag) => [
  `${code(flagLabel(flag))}${flag.multiple ? ' …' : ''}`,
  flag.env === undefined ? '' : code(flag.env),
  [
    flag.summary,
    flag.description,
    flag.required ? 'Required.' : '',
    flag.multiple && !/repeat/.test(flag.summary) ? 'May be repeated.' : '',
    optionsOf(flag),
    defaultOf(flag),
  ]
    .filter(Boolean)
    .join(' '),
]

function flagLabel(flag) {
  const name = flag.type === 'boolean' && flag.allowNo ? `--[no-]${flag.name}` : `--${flag.name}`
  const value = flagValue(flag)
  return `${flag.char ? `-${flag.char}, ` : ''}${name}${value === '' ? '' : ` ${value}`}`
}

function flagValue(flag) {
  if (flag.type === 'boolean') return ''
  return flag.helpValue ?? (isShortList(flag) ? flag.options.join('|') : 'VALUE')
}

/** Few values stand beside the name, others in the description. */
const isShortList = ({ options, helpValue }) => options?.length <= 4 && helpValue === undefined

const optionsOf = (value) =>
  value.options && !(value.type === 'option' && isShortList(value))
    ? `One of ${value.options.map(code).join(', ')}.`
    : ''

const defaultOf = (value) =>
  ['string', 'number'].includes(typeof value.default) && !/Default:/.test(value.summary ?? '')
    ? `Default: ${code(value.helpValue === 'DURATION' ? `${value.default}s` : String(value.default))}.`
    : ''

/** Each line of a help text is a paragraph. */
const paragraphs = (text) => (text === undefined ? [] : text.split('\n').map((line) => `${plain(line)}\n`))

const fill = (text, { bin, words }) =>
  text.replaceAll('<%= config.bin %>', bin).replaceAll('<%= command.id %>', words)

const fence = (language, lines) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`

const code = (text) => `\`${text}\``

/** Text that is no Markdown: outside code, angle brackets and asterisks stand for themselves. */
const plain = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[<*]/g, '\\$&')))
    .join('')

const cell = (text) => plain(text).replaceAll('|', '\\|')

const table = (head, rows) =>
  `| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n${rows
    .map((row) => `| ${row.map(cell).join(' | ')} |\n`)
    .join('')}`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${root}docs/cli.md`, cliReference(await loadCommands()))
}
