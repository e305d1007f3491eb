import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

type Command = {
  readonly command: string
  readonly flags: readonly { readonly name: string; readonly env?: string; readonly hidden?: boolean }[]
}

const readme = read('README.md')
const prose = readme.replace(/^```[\s\S]*?^```/gm, '')
const commands = JSON.parse(read('fixtures/commands.json')) as readonly Command[]
const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)

/** First lines of tables, which may be alike. */
const HEADS = new Set([...prose.matchAll(/^(\|.*)\n\|[-|]+$/gm)].map(([, head = '']) => head))

/** The lines under a heading, up to the next of any rank. */
const section = (heading: string) =>
  prose.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

/** The first cell of each row of its tables. */
const rowsOf = (heading: string) =>
  [...section(heading).matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)

test('nothing stands there twice', () => {
  const rows = [...prose.matchAll(/^\| .*$/gm)].map(([row]) => row).filter((row) => !HEADS.has(row))
  for (const lines of [headings, rows]) {
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
  }
})

test('every link within it leads to a heading, every other to a file', () => {
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  const anchors = headings.map((heading) => `#${heading.toLowerCase().replaceAll(' ', '-')}`)
  expect(links.length).toBeGreaterThan(3)
  for (const target of links) {
    if (target.startsWith('#')) expect(anchors).toContain(target)
    else expect(read(target).length, target).toBeGreaterThan(0)
  }
})

test.each(commands.map(({ command }) => command))(
  'the command %s stands in the table of commands',
  (command) => {
    const table = rowsOf('Commands').join('\n')
    const [topic = '', ...words] = command.split(' ')
    const row = table.split('\n').filter((cell) => new RegExp(`\`${topic}\\b`).test(cell))
    expect(row.length, `no row of ${topic}`).toBeGreaterThan(0)
    const last = words.at(-1) ?? topic
    expect(
      row.some((cell) => new RegExp(`\\b${last}\\b`).test(cell)),
      `no row tells of ${command}`,
    ).toBe(true)
  },
)

test('every flag of serve stands in the table of settings, with its variable', () => {
  const serve = commands.find(({ command }) => command === 'serve')
  // What all commands take stands with the commands.
  const table = section("The server's settings") + section('Commands')
  const missing = (serve?.flags ?? [])
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ name, env }) => [`--${name}`, ...(env === undefined ? [] : [`\`${env}\``])])
    .filter((word) => !table.includes(word))
  expect(missing).toEqual([])
})

test('every line fits a page', () => {
  const long = prose.split('\n').filter((line) => line.length > 122 && !line.startsWith('|'))
  expect(long).toEqual([])
})

test('no sentence is there twice', () => {
  const paragraphs = prose.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, ' '))
  const sentences = paragraphs
    .flatMap((paragraph) => paragraph.split(/(?<=[.;:]) /))
    .filter(({ length }) => length > 30)
  const repeated = sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)
  expect(repeated).toEqual([])
})
