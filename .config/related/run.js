// `npm run check` for the files that have changed, or those that are named: types, lint, unused code, and of the tests
// those that depend on them, through imports or through the built code. Where these are most of all tests, a part of them,
// unless `--all` is asked for.
import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changedFiles, withConsequences } from './changed-files.js'
import { concernsAll } from './graph.js'
import { projectFiles } from './project-files.js'
import { selectTests } from './select-tests.js'
import { countByFolder, withinBudget } from './within-budget.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
})

const paths = projectFiles(root)
const changed = positionals.length === 0 ? changedFiles(root) : positionals.flatMap(filesAt)
const related = selectTests(root, paths, withConsequences(root, changed))
const isWhole = values.all || changed.some(concernsAll)
const { chosen: tests, left } = isWhole ? { chosen: related, left: [] } : withinBudget(related, changed)
if (values.list) for (const test of tests) console.log(test)
else process.exitCode = check()

/** The files of a folder, or the file; also one that is gone. */
function filesAt(named) {
  const path = relative(root, resolve(named)).replaceAll('\\', '/')
  const inside = paths.filter((file) => file === path || file.startsWith(`${path}/`))
  return inside.length === 0 ? [path] : inside
}

function check() {
  console.log(`${changed.length} files have changed; ${related.length} files of tests depend on them`)
  tellLeft()
  const steps = [
    ...['types', 'lint', 'unused'].map((script) => ['npm', 'run', '--silent', script]),
    ...(tests.length === 0 ? [] : [[process.execPath, '.config/build-if-changed.js'], vitest()]),
  ]
  for (const [command, ...args] of steps) {
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
    if (status !== 0) return status ?? 1
  }
  tellLeft()
  return 0
}

/** Before and after the tests: what did not run must not be taken for checked. */
function tellLeft() {
  if (left.length === 0) return
  console.log(
    `NOT run, left to npm run check (or --all): ${left.length} files of tests: ${countByFolder(left)}`,
  )
}

// Those in a browser, or with a real sound device, are for `npm run test:full`.
function vitest() {
  const options = [
    '--config',
    '.config/vitest.config.ts',
    '--project',
    'together',
    '--project',
    'measuring',
    '--passWithNoTests',
  ]
  return [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...options, ...tests]
}
