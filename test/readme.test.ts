import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

type Command = {
  readonly command: string
  readonly flags: readonly { readonly name: string; readonly env?: string; readonly hidden?: boolean }[]
}

const commands = JSON.parse(read('fixtures/commands.json')) as readonly Command[]

/** The README and what was once part of it: written by hand, for users. */
const GUIDES = [
  'cli-guide',
  'configuration',
  'prototyping',
  'ci',
  'support',
  'loadtest',
  'sdk',
  'differences',
]
const DOCUMENTS = ['README.md', ...GUIDES.map((name) => `docs/${name}.md`)]

/** Code blocks are left out. */
const proseOf = (path: string) => read(path).replace(/^```[\s\S]*?^```/gm, '')

const headingsIn = (prose: string) => [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)

const repeatedIn = (lines: readonly string[]) => lines.filter((line, at) => lines.indexOf(line) !== at)

/** The lines of a document under a heading, up to the next of any rank. */
const section = (path: string, heading: string) =>
  proseOf(path)
    .split(/^#+ /m)
    .find((part) => part.startsWith(`${heading}\n`)) ?? ''

/** The first cell of each row of its tables. */
const rowsOf = (path: string, heading: string) =>
  [...section(path, heading).matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)

test('the README can be read in a few minutes: it has at most 150 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test.each(DOCUMENTS)('no heading of %s is there twice', (path) => {
  expect(repeatedIn(headingsIn(proseOf(path)))).toEqual([])
})

test('no row of a table is there twice', () => {
  const rowsIn = (prose: string) => {
    const heads = new Set([...prose.matchAll(/^(\|.*)\n\|[-|]+$/gm)].map(([, head = '']) => head))
    const rows = [...prose.matchAll(/^\| .*$/gm)].map(([row]) => row)
    return rows.filter((row) => !heads.has(row))
  }
  expect(repeatedIn(DOCUMENTS.flatMap((path) => rowsIn(proseOf(path))))).toEqual([])
})

test('the README links to every guide', () => {
  const links = [...proseOf('README.md').matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target)
  expect(links).toEqual(expect.arrayContaining(DOCUMENTS.slice(1)))
})

test.each(commands.map(({ command }) => command))(
  'the command %s stands in the table of commands',
  (command) => {
    const [topic = '', ...words] = command.split(' ')
    const rows = rowsOf('docs/cli-guide.md', 'Commands at a glance').filter((cell) =>
      new RegExp(`\`${topic}\\b`).test(cell),
    )
    expect(rows.length, `no row of ${topic}`).toBeGreaterThan(0)
    const last = words.at(-1) ?? topic
    expect(
      rows.some((cell) => new RegExp(`\\b${last}\\b`).test(cell)),
      `no row tells of ${command}`,
    ).toBe(true)
  },
)

test('every flag of serve stands in the table of settings, with its variable', () => {
  const serve = commands.find(({ command }) => command === 'serve')
  // What all commands take stands with the commands.
  const table =
    section('docs/configuration.md', 'Flags of serve') +
    section('docs/cli-guide.md', 'Flags of every client command')
  const missing = (serve?.flags ?? [])
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ name, env }) => [`--${name}`, ...(env === undefined ? [] : [`\`${env}\``])])
    .filter((word) => !table.includes(word))
  expect(missing).toEqual([])
})

test.each(DOCUMENTS)('every line of %s fits a page', (path) => {
  const long = proseOf(path)
    .split('\n')
    .filter((line) => line.length > 122 && !line.startsWith('|'))
  expect(long).toEqual([])
})

test('no sentence is there twice', () => {
  const paragraphs = DOCUMENTS.flatMap((path) => proseOf(path).split(/\n\s*\n/))
  const sentences = paragraphs
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.;:]) /))
    .filter(({ length }) => length > 30)
  expect(repeatedIn(sentences)).toEqual([])
})

const codeUnder = (path: string, heading: string) => {
  const [, text = ''] = read(path).split(new RegExp(`^#+ ${heading}\n`, 'm'))
  const [here = ''] = text.split(/^#{2,} /m)
  return [...here.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) => code.trim().split('\n'))
}
/** Without comments, which may say less in the README. */
const withoutComment = (line: string) => line.replace(/ +# .*$/, '')

test.each([
  ['You prototype a character', 'docs/prototyping.md'],
  ['You seed and test in CI', 'docs/ci.md'],
  ['You support players', 'docs/support.md'],
])('the lines under "%s" are lines of the tour in %s, which .ci/check-tour runs', (heading, path) => {
  const lines = codeUnder('README.md', heading).map(withoutComment)
  const tour = codeUnder(path, 'The tour').map(withoutComment)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines).toEqual(tour.filter((line) => lines.includes(line)))
})
