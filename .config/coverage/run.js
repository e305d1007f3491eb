// Runs the tests and says what they cover of the sources: what runs in the tests' own process, and in the commands,
// servers and threads that they start, which run the built code. Arguments go to Vitest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { convertScripts } from './convert.js'
import { collectProcessReports } from './process-reports.js'
import { countCoverage, groupBy, sumOf } from './totals.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'coverage')
const processes = join(folder, 'processes')
const built = ['src', 'commands', 'chunks'].map((name) => pathToFileURL(join(root, 'dist', name, '/')).href)

rmSync(folder, { recursive: true, force: true })
mkdirSync(processes, { recursive: true })

const collector = collectProcessReports(processes, (url) => built.some((prefix) => url.startsWith(prefix)))
const tests = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...['--config', join(root, '.config/vitest.config.ts')],
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reporter=json',
    '--coverage.reportOnFailure',
    `--coverage.reportsDirectory=${join(folder, 'tests')}`,
    '--coverage.include=src/**/*.{ts,tsx}',
    '--coverage.include=commands/**/*.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PARLEY_TEST_COVERAGE: processes } },
)
const [exitCode] = await once(tests, 'exit')
const { scripts, reports, broken } = await collector.finish()

const inTests = JSON.parse(readFileSync(join(folder, 'tests/coverage-final.json'), 'utf8'))
const files = countCoverage(inTests, await convertScripts(scripts))
  .map((counts) => ({ ...counts, file: relative(root, counts.file).replaceAll('\\', '/') }))
  .sort((one, other) => (one.file < other.file ? -1 : 1))
writeFileSync(join(folder, 'coverage.json'), `${JSON.stringify(files, null, 1)}\n`)
rmSync(processes, { recursive: true })
console.log(`\n${tableOf(files)}\n${reports} reports of processes and threads, ${broken} broken`)
process.exitCode = exitCode ?? 1

function tableOf(counted) {
  const source = counted.filter(({ file }) => file.startsWith('src/'))
  const folders = [...groupBy(counted, ({ file }) => file.split('/').slice(0, -1).slice(0, 2).join('/'))]
  return [...folders, ['all of src', source]]
    .map(([name, group]) => {
      const figures = ['lines', 'branches'].map(
        (of) => `${percent(sumOf(group.map((file) => file[of])))} ${of}`,
      )
      return `${name.padEnd(24)}${figures.join('   ')}`
    })
    .join('\n')
}

function percent({ covered, total }) {
  return `${(total === 0 ? 100 : (100 * covered) / total).toFixed(2).padStart(6)} % of ${String(total).padStart(5)}`
}
