// `npm run check` for the files that have changed, or those that are named: types, lint, unused code, and of the tests
// those that depend on them, through imports or through the built code.
import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changedFiles, withConsequences } from './changed-files.js'
import { projectFiles } from './project-files.js'
import { selectTests } from './select-tests.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})

const paths = projectFiles(root)
const changed = positionals.length === 0 ? changedFiles(root) : positionals.flatMap(filesAt)
const tests = selectTests(root, paths, withConsequences(root, changed))
if (values.list) for (const test of tests) console.log(test)
else process.exitCode = check()

/** The files of a folder, or the file; also one that is gone. */
function filesAt(named) {
  const path = relative(root, resolve(named)).replaceAll('\\', '/')
  const inside = paths.filter((file) => file === path || file.startsWith(`${path}/`))
  return inside.length === 0 ? [path] : inside
}

function check() {
  console.log(`${changed.length} files have changed; ${tests.length} files of tests depend on them`)
  const steps = [
    ...['types', 'lint', 'unused'].map((script) => ['npm', 'run', '--silent', script]),
    ...(tests.length === 0 ? [] : [[process.execPath, '.config/build-if-changed.js'], vitest()]),
  ]
  for (const [command, ...args] of steps) {
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
    if (status !== 0) return status ?? 1
  }
  return 0
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
