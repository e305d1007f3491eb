import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { forgetBuild, inputsOf, isBuilt, noteBuild } from '../../.config/build-state.js'
import { scratchFolder } from '../support/commands/cli.js'

const FILES = {
  'src/a.ts': 'a',
  'src/deep/b.ts': 'b',
  'commands/c.ts': 'c',
  'bin/run.js': 'run',
  '.config/vite.config.ts': 'vite',
  'package.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  '.oclif.manifest.json': '{}',
  'dist/src/a.js': 'a',
  'dist/web/page.html': 'page',
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function builtProject(): Promise<string> {
  const root = scratchFolder()
  for (const [path, text] of Object.entries(FILES)) await write(root, path, text)
  noteBuild(root, inputsOf(root))
  return root
}

test('what is built from these sources is not built again', async () => {
  const root = await builtProject()
  expect(isBuilt(root)).toBe(true)
  await write(root, 'src/a.ts', FILES['src/a.ts'])
  await write(root, 'test/a.test.ts', 'no build reads it')
  expect(isBuilt(root)).toBe(true)
})

type Change = readonly [what: string, change: (root: string) => Promise<void> | void]
const CHANGES: readonly Change[] = [
  ...Object.keys(FILES).map((path): Change => [`${path} has changed`, (root) => write(root, path, 'other')]),
  ...Object.keys(FILES).map((path): Change => [`${path} is gone`, (root) => rm(join(root, path))]),
  ['a source was added', (root) => write(root, 'src/new.ts', '')],
  ['a source was renamed', (root) => rename(join(root, 'src/a.ts'), join(root, 'src/z.ts'))],
  [
    'two sources have each other’s contents',
    async (root) => {
      await write(root, 'src/a.ts', 'b')
      await write(root, 'src/deep/b.ts', 'a')
    },
  ],
  ['something else was built into it', (root) => write(root, 'dist/test/bench/run.js', '')],
  ['it was emptied', (root) => rm(join(root, 'dist'), { recursive: true })],
  ['a build has begun and not ended', (root) => forgetBuild(root)],
]

test.each(CHANGES)('it is built again when %s', async (_what, change) => {
  const root = await builtProject()
  await change(root)
  expect(isBuilt(root)).toBe(false)
})

test('a build whose sources changed while it ran is not taken for theirs', async () => {
  const root = await builtProject()
  const inputs = inputsOf(root)
  forgetBuild(root)
  await write(root, 'src/a.ts', 'changed meanwhile')
  noteBuild(root, inputs)
  expect(isBuilt(root)).toBe(false)
})

test('the tests build by the check, and a build itself always builds, with the declarations', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(scripts.pretest).toBe('node .config/build-if-changed.js')
  expect(scripts['build:code']).not.toContain('tsc')
  expect(scripts.build).toBe('npm run --silent build:code && tsc -p . --emitDeclarationOnly')
})
