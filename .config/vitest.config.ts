import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

const TESTS = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file).replaceAll('\\', '/'))
const importing = (module: RegExp) =>
  TESTS.filter((file) => module.test(readFileSync(join(root, file), 'utf8')))

const IN_BROWSER = importing(/\/support\/browser\/(browser|share-page)\.js'/)
/** Pages that wait for what they show, however long that takes. They share a browser, and are slow beside other tests. */
const PAGES = IN_BROWSER.filter((file) =>
  /^test\/web\/(api-reference\/|comparison\/|load-test\/|memory-graph\/|share\/((conversation|kept)-)?page\.)/.test(
    file,
  ),
)
/** Figures, microphones and sound devices, which hear, speak and draw in real time: beside other tests on a small machine they would miss the beat. */
const REAL_TIME = [...IN_BROWSER.filter((file) => !PAGES.includes(file)), 'test/**/real-sound.test.ts']
/** They type into a real terminal, let the fuzzer run, start PostgreSQL, or measure each text of the contract: long for what each shows. */
const LONG = TESTS.filter((file) =>
  /-at-terminal\.|^test\/(fuzz\/|store\/postgres\/|time-complexity\.)/.test(file),
)
/** Of these, what measures processor time, or looks for what hangs. They have a process each. */
const LONG_MEASURING = LONG.filter((file) => /^test\/(fuzz\/|time-complexity\.)/.test(file))
/**
 * They measure memory or processor time: beside all that other files have loaded, collecting garbage would take longer
 * than what is measured.
 */
const MEASURING = importing(/\/support\/measure\/(heap|time-complexity)\.js'|process\.cpuUsage\(/).filter(
  (file) => !LONG.includes(file),
)
/** Those with tests that do more with `PARLEY_TEST_ROUNDS=full`; these tests have the tag. */
const WITH_ROUNDS = importing(/\/support\/rounds\.js'/).filter((file) => !LONG.includes(file))

/** Nothing is kept at module level and no test leaves anything behind, so files share one loaded copy of the sources. */
const SHARED = {
  isolate: false,
  // Tests make much that lives for a moment: with more room for it, less of it is copied before it is garbage.
  execArgv: ['--max-semi-space-size=32'],
}

export default defineConfig({
  test: {
    root,
    // These only end what hangs. What is to be quick says so itself: a busy machine takes many times as long for all.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['.config/vitest.temporary.ts'],
    setupFiles: ['.config/vitest.state.ts'],
    maxWorkers: 3,
    // What was compiled of a file is read again while the file and this one are the same (test/README.md).
    experimental: { fsModuleCache: true },
    env: { NO_COLOR: '1', PARLEY_TEST: '1' },
    tags: [{ name: 'rounds', description: 'Does more with PARLEY_TEST_ROUNDS=full.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PAGES, ...REAL_TIME, ...MEASURING, ...LONG],
          ...SHARED,
        },
      },
      {
        extends: true,
        test: { name: 'long', include: LONG.filter((file) => !LONG_MEASURING.includes(file)), ...SHARED },
      },
      { extends: true, test: { name: 'long-measuring', include: LONG_MEASURING } },
      { extends: true, test: { name: 'measuring', include: MEASURING } },
      // Else `vitest run` without a project would run them twice.
      ...(process.env['PARLEY_TEST_ROUNDS'] === 'full'
        ? [{ extends: true as const, test: { name: 'rounds', include: WITH_ROUNDS, ...SHARED } }]
        : []),
      {
        extends: true,
        test: {
          name: 'pages',
          include: PAGES,
          globalSetup: ['.config/vitest.browser.ts'],
          ...SHARED,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: REAL_TIME,
          globalSetup: ['.config/vitest.browser.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
