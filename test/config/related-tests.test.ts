import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { changedFiles, withConsequences } from '../../.config/related/changed-files.js'
import { readGraph } from '../../.config/related/graph.js'
import { projectFiles } from '../../.config/related/project-files.js'
import { selectTests } from '../../.config/related/select-tests.js'
import { scratchFolder } from '../support/commands/cli.js'

const CLI = "import { parley } from '../support/commands/cli.js'\n"
const PROJECT: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'README.md': 'Start it: `parley players list`. See src/domain/rule.ts and fixtures/world.yaml.',
  'bin/run.js': "await import('../dist/src/cli/report.js')",
  'commands/status.ts': "import { show } from '../src/cli/show.js'",
  'commands/players/list.ts': "import { table } from '../../src/cli/table.js'",
  'commands/players/view.ts': "const page = await readBuiltPage('graph')",
  'src/cli/report.ts': '',
  'src/cli/show.ts': "export type Show = { a: 1 }\nexport { words } from './words.js'",
  'src/cli/words.ts': '',
  'src/cli/table.ts': "const { wide } = await import('./wide.js')",
  'src/cli/wide.ts': '',
  'src/domain/rule.ts': "import type { Shape } from './shape.js'\nimport { limit } from './limit.js'",
  'src/domain/shape.ts': '',
  'src/domain/limit.ts': '// what src/cli/wide.ts shows\nexport const limit = 1',
  'src/runtime/server.ts':
    "import '../domain/rule.js'\nconst worker = await findBuilt('adapters/read.worker.js')\nconst world = 'fixtures/world.yaml'",
  'src/adapters/read.worker.ts': "import './parse.js'",
  'src/adapters/parse.tsx': '',
  'src/web/graph/main.ts': '',
  'fixtures/world.yaml': 'picture: ./face.png',
  'fixtures/face.png': '',
  'fixtures/other.json': '',
  'test/support/commands/cli.ts': "export const bin = new URL('../../bin/run.js', import.meta.url)",
  'test/support/process.ts': "const server = new URL('../../dist/src/runtime/server.js', import.meta.url)",
  'test/support/players.ts': `${CLI}export const names = () => parley(['players', 'list'])`,
  'test/domain/rule.test.ts': "import { rule } from '../../src/domain/rule.js'",
  'test/store/kill.test.ts': "import '../support/process.js'",
  'test/commands/status.test.ts': `${CLI}await parley(['status'])`,
  'test/commands/players.test.ts': "import { names } from '../support/players.js'",
  'test/commands/view.test.ts': `${CLI}await parley('players view x'.split(' '))`,
  'test/commands/all.test.ts': `${CLI}await parley([...words, '--help'])`,
  'test/commands/readme.test.ts': `${CLI}for (const line of read('../../README.md')) await parley(line)`,
  'test/cli/folder.test.ts': "import { scratchFolder } from '../support/commands/cli.js'",
  'test/docs/fixtures.test.ts': "readdirSync(join(root, 'fixtures'))",
}

function writeProject(): string {
  const root = scratchFolder()
  for (const [path, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const ALL = Object.keys(PROJECT).filter((path) => path.endsWith('.test.ts'))
const COMMANDS = ['all', 'players', 'readme', 'status', 'view'].map((name) => `test/commands/${name}.test.ts`)
const having = (...names: string[]) => COMMANDS.filter((path) => names.some((name) => path.includes(name)))

test.each<[what: string, changed: string, tests: readonly string[]]>([
  [
    'a module that others import',
    'src/domain/limit.ts',
    ['test/domain/rule.test.ts', 'test/store/kill.test.ts'],
  ],
  ['what only types were taken from', 'src/domain/shape.ts', []],
  ['a module of a command', 'src/cli/words.ts', having('all', 'status')],
  ['a module that a command loads late', 'src/cli/wide.ts', having('all', 'players', 'readme')],
  ['a command', 'commands/status.ts', having('all', 'status')],
  ['what the command line loads for every command', 'src/cli/report.ts', COMMANDS],
  ['the command line', 'bin/run.js', COMMANDS],
  ['a page that a command shows', 'src/web/graph/main.ts', having('all', 'view')],
  ['a module of a thread of the built server', 'src/adapters/parse.tsx', ['test/store/kill.test.ts']],
  [
    'what a file names that is read',
    'fixtures/face.png',
    [...having('readme'), 'test/docs/fixtures.test.ts', 'test/store/kill.test.ts'],
  ],
  ['a file of a folder that is read', 'fixtures/other.json', ['test/docs/fixtures.test.ts']],
  ['a document whose examples are run', 'README.md', having('readme')],
  ['a helper', 'test/support/players.ts', having('players')],
  ['a test', 'test/domain/rule.test.ts', ['test/domain/rule.test.ts']],
  ['what the helpers of all tests are built by', 'package.json', ALL],
  ['a file that is gone', 'src/domain/gone.ts', []],
])('%s has changed: exactly the tests that depend on it are run', (_what, changed, tests) => {
  const root = writeProject()
  expect(selectTests(root, projectFiles(root), [changed]).sort()).toEqual([...tests].sort())
})

test('a module that is gone is still imported by what depends on it', () => {
  const root = writeProject()
  const paths = projectFiles(root).filter((path) => path !== 'src/cli/words.ts')
  expect(selectTests(root, paths, ['src/cli/words.ts']).sort()).toEqual(having('all', 'status'))
})

test.each<[test: string, args: readonly string[], finds: boolean]>([
  ['status', ['status', '--json'], true],
  ['status', ['players', 'list'], false],
  ['status', ['statsu'], true],
  ['status', ['--version'], true],
  ['status', ['help'], false],
  ['status', ['players'], false],
  ['status', ['status', '--help'], false],
  ['status', [], false],
  ['players', ['players', 'list', 'x'], true],
  ['players', ['players', 'view'], false],
  ['all', ['players', 'view'], true],
  ['all', ['statsu'], true],
])('whether test/commands/%s.test.ts names the command of %j: %s', (name, args, finds) => {
  const root = writeProject()
  expect(readGraph(root, projectFiles(root)).finds(`test/commands/${name}.test.ts`, args)).toBe(finds)
})

test('the files that differ from the branch main are found, and with a new command all that start commands', async () => {
  const root = writeProject()
  const git = (...args: string[]) =>
    execa(
      'git',
      ['-c', 'commit.gpgsign=false', '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args],
      { cwd: root },
    )
  await git('init', '--initial-branch', 'main')
  await git('add', '.')
  await git('commit', '-m', 'all')
  expect(changedFiles(root)).toEqual([])
  await git('checkout', '-b', 'work')
  writeFileSync(join(root, 'src/cli/words.ts'), 'changed')
  await git('commit', '-am', 'one')
  rmSync(join(root, 'src/cli/wide.ts'))
  writeFileSync(join(root, 'commands/new one.ts'), '')
  const changed = ['commands/new one.ts', 'src/cli/wide.ts', 'src/cli/words.ts']
  expect(changedFiles(root).sort()).toEqual(changed)
  expect(withConsequences(root, changed)).toEqual([changed[0], 'bin/run.js', changed[1], changed[2]])
})

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = projectFiles(root)
const graph = readGraph(root, files)
const shipped = files.filter((file) => /^(?:src|commands|bin)\/.*\.[jt]sx?$/.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Sources of a built script and of all that it imports, by their source maps. */
function builtFrom(script: string, seen = new Set<string>()): string[] {
  const file = join(root, script)
  // What the bundler adds of its own has no map.
  if (seen.has(script) || !existsSync(`${file}.map`)) return []
  seen.add(script)
  const folder = dirname(file)
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: readonly string[] }
  const imported = [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\(?) ?["'](\.[^"']+)["']/g)]
  return [
    ...sources.map((source) => relative(root, join(folder, source)).replaceAll('\\', '/')),
    ...imported.flatMap(([, path = '']) => builtFrom(relative(root, join(folder, path)), seen)),
  ]
}

const ENTRIES = readdirSync(join(root, 'commands'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('commands', file).replaceAll('\\', '/'))
  .concat('src/runtime/create-server.ts', 'src/cli/report-failure.ts', 'src/adapters/pdf/read.worker.ts')

test.each(ENTRIES)('all that the bundler put into %s is found by its imports', (entry) => {
  const sources = builtFrom(`dist/${entry.replace(/\.ts$/, '.js')}`).filter((file) => shipped.includes(file))
  expect(sources).toContain(entry)
  const found = graph.dependenciesOf(entry)
  expect(sources.filter((file) => !found.has(file))).toEqual([])
})

test('what is imported late is named where it is imported', () => {
  const composed = shipped.filter((file) => /\bimport\((?!'[^']*'\))/.test(read(file)))
  // The package that the user has named.
  expect(composed).toEqual(['src/adapters/embeddings/local.ts'])
})

test('a test that starts the command line by itself names the command there, or all of them', () => {
  const nameless = files.filter((file) => {
    if (!file.startsWith('test/') || !/\bbin\b[^}]*\} from '[^']*\/cli\.js'/.test(read(file))) return false
    if (file.startsWith('test/support/') && file !== 'test/support/servers/store-server.ts') return false
    const uses = [...read(file).matchAll(/\bbin\b(?!.*from ')(.*)$/gm)].map(([, rest = '']) => rest)
    const isNamed = uses.every((rest) => /^(?:, '[a-z]+'|\}"? [a-z]+ )/.test(rest))
    return !isNamed && !graph.finds(file, ['no command'])
  })
  expect(nameless).toEqual([])
})
