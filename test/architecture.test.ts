import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violations } from './support/architecture.js'
import { importCycles } from './support/import-cycles.js'

const root = new URL('..', import.meta.url).pathname
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  /** Optional: whoever needs one installs it. */
  peerDependencies: Record<string, string>
}
const shipped = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))

const sources = ['src', 'commands'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file).replaceAll('\\', '/')),
)

test('the rule looks at real files', () => {
  expect(sources.length).toBeGreaterThan(20)
})

test('every source file keeps to the import rule and takes time and chance as ports', () => {
  const found = sources.flatMap((path) =>
    violations({ path, text: readFileSync(join(root, path), 'utf8'), shipped }),
  )
  expect(found).toEqual([])
})

test('no files import each other in a circle, not even for types', () => {
  const found = importCycles(sources.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
  expect(found).toEqual([])
})

test('a planted circle of type imports is named, with what to do instead', () => {
  const found = importCycles([
    { path: 'src/cli/a.ts', text: "import type { B } from './b.js'" },
    { path: 'src/cli/b.ts', text: "import type { C } from './rows/c.js'" },
    { path: 'src/cli/rows/c.tsx', text: "const { a } = await import('../a.js')" },
    { path: 'src/cli/d.ts', text: "import { a } from './a.js'\n// import { d } from './d.js'" },
  ])
  expect(found).toEqual([
    'src/cli/a.ts -> src/cli/b.ts -> src/cli/rows/c.tsx -> src/cli/a.ts: ' +
      'move what both need, types too, into a file that imports neither, or make one file of them',
  ])
})

const planted: [path: string, text: string, why: string][] = [
  ['src/contract/x.ts', "import { a } from '../domain/errors.js'", 'contract may not look into domain'],
  ['src/domain/x.ts', "import { a } from '../store/open.js'", 'domain may not look into store'],
  ['src/domain/x.ts', "import type { A } from '../http/app.js'", 'domain may not look into http'],
  ['src/store/x.ts', "import { a } from '../adapters/model/stub.js'", 'store may not look into adapters'],
  ['src/adapters/x.ts', "export { a } from '../realtime/on.js'", 'adapters may not look into realtime'],
  ['src/http/x.ts', "const a = await import('../store/open.js')", 'http may not look into store'],
  ['src/realtime/x.ts', "import '../http/app.js'", 'realtime may not look into http'],
  ['src/client/x.ts', "import { a } from '../domain/errors.js'", 'client may not look into domain'],
  ['src/cli/x.ts', "import { a } from '../store/open.js'", 'cli may not look into store'],
  ['src/runtime/x.ts', "import { a } from '../cli/base.js'", 'runtime may not look into cli'],
  ['src/cli/x.ts', "import a from '../../commands/serve.js'", 'cli may not look into commands'],
  ['src/http/x.ts', "import { a } from '../../test/support/http.js'", 'http may not look into test'],
  ['src/runtime/x.ts', "import a from '../../fixtures/a.json'", 'runtime may not look into fixtures'],
  ['src/contract/x.ts', "import { a } from 'node:fs'", 'contract is free of node: modules'],
  ['src/domain/x.ts', "import { a } from 'node:crypto'", 'domain is free of node: modules'],
  ['src/domain/x.ts', "import { a } from 'yaml'", 'domain does not use this package'],
  ['src/contract/x.ts', "import { a } from 'ajv'", 'contract does not use this package'],
  ['src/realtime/x.ts', "import { a } from 'fastify'", 'http is its one door'],
  ['src/http/x.ts', "import { a } from 'socket.io'", 'realtime is its one door'],
  ['src/runtime/x.ts', "import { a } from 'lowdb'", 'store is its one door'],
  ['src/adapters/x.ts', "import a from 'pg'", 'store is its one door'],
  ['src/runtime/x.ts', "import { a } from 'ai'", 'adapters is its one door'],
  ['src/runtime/x.ts', "import { a } from '@oclif/core'", 'cli and commands is its one door'],
  ['src/web/x.ts', "import { a } from '../cli/table.js'", 'web may not look into cli'],
  ['src/cli/x.ts', "import a from 'sigma'", 'web is its one door'],
  ['src/runtime/x.ts', "import { a } from 'vitest'", 'what ships uses no dev package'],
  ['src/adapters/x.ts', "const { request } = await import('undici')", 'nobody may use it'],
  ['src/cli/x.ts', "import { fetch } from 'undici'", 'nobody may use it'],
  ['src/runtime/x.ts', "import { WebSocket } from 'ws'", 'adapters is its one door'],
  ['src/network/x.ts', "import { a } from '../contract/limits.js'", 'network may not look into contract'],
  ['src/http/x.ts', "import { a } from '../network/fetch.js'", 'http may not look into network'],
  ['src/client/x.ts', "await globalThis.fetch('/')", 'globalThis.fetch can end the process'],
  ['commands/x.ts', "new globalThis.WebSocket('/')", 'globalThis.WebSocket can end the process'],
  ['src/contract/x.ts', 'Type.Record(Type.String(), Type.Number())', 'does not check keys with line breaks'],
  ['src/store/x.ts', 'class Broken extends Error {}', 'extends Error has a message of any length'],
  ['src/client/x.ts', 'class Bad extends RangeError {}', 'extends RangeError has a message of any length'],
  [
    'src/cli/x.ts',
    "createRequire(join(folder, 'package.json'))",
    'packages are resolved from import.meta.url',
  ],
  ['src/cli/x.ts', "require.resolve('decibri')", 'packages are resolved by createRequire'],
  ['src/adapters/x.ts', 'await import(join(folder, name))', 'what is imported is a literal'],
  ['src/cli/x.ts', 'const folder = process.cwd()', 'take the folder as a setting'],
  ['src/cli/x.ts', "import { spawn } from 'node:child_process'", 'programs are started in few places'],
  ['src/store/x.ts', "promisify(execFile)('ps', [])", 'a program is started by its absolute path'],
  ['src/http/x.ts', "throw new DomainError('invalid', 'No')", 'throw domainError(name)'],
  ['src/store/x.ts', 'const DAY_MS = 86_400_000', 'it is in src/contract/durations.ts'],
  [
    'src/cli/x.ts',
    "typeof it === 'object' && it !== null && !Array.isArray(it)",
    'use isObject of src/contract/is-object.ts',
  ],
  ['src/adapters/x.ts', 'let hash = 0x811c9dc5', 'use src/domain/fnv1a.ts'],
  ['src/domain/x.ts', 'const now = Date.now()', 'Date.now( is for runtime'],
  ['src/store/x.ts', 'const now = new Date()', 'new Date() is for runtime'],
  ['src/http/x.ts', 'setTimeout(() => {}, 1)', 'setTimeout( is for runtime'],
  ['src/adapters/x.ts', 'Math.random()', 'Math.random( is for runtime'],
  ['src/realtime/x.ts', "import { randomUUID } from 'node:crypto'", 'randomUUID is for runtime'],
]

test.each(planted)('a violation planted in %s is seen: %s', (path, text, why) => {
  const found = violations({ path, text, shipped })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(why)
})
