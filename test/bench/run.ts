import { readdir, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Bench, type Figure, isMet, type Size } from './bench.js'
import { isolateRegistry } from './isolated-registry.js'

/** Needs a browser, and measures what the machine draws with: only run by its name. */
const BY_NAME_ALONE = ['graph']

// npm run bench -- [name …] [--reduced] [--gate] [--json=FILE]: with --gate a missed budget ends the run with 1; what a
// benchmark reports beyond its figures, if it does, goes to the file.
const words = process.argv.slice(2)
const size: Size = words.includes('--reduced') ? 'reduced' : 'full'
const wanted = words.filter((word) => !word.startsWith('--'))

const JSON_FILE = '--json='
const jsonFile = words.find((word) => word.startsWith(JSON_FILE))?.slice(JSON_FILE.length)
const report = (measured: object) => reported.push(measured)
const reported: object[] = []

const COLUMNS = 80

isolateRegistry()

const folder = new URL('.', import.meta.url)
const files = (await readdir(folder)).filter((file) => file.endsWith('.bench.js')).sort()
const isChosen = (name: string) =>
  wanted.length === 0 ? !BY_NAME_ALONE.includes(name) : wanted.includes(name)
const chosen = files.filter((file) => isChosen(basename(file, '.bench.js')))

const missed: Figure[] = []
for (const file of chosen) {
  const { bench } = (await import(new URL(file, folder).href)) as { bench: Bench }
  for (const figure of await bench(size, report)) {
    if (!isMet(figure)) missed.push(figure)
    console.log(line(figure))
  }
}
if (jsonFile !== undefined)
  for (const measured of reported) await writeFile(jsonFile, `${JSON.stringify(measured, null, 2)}\n`)
console.log(`${chosen.length} benchmarks, ${missed.length} budgets missed`)
if (missed.length > 0 && words.includes('--gate')) process.exitCode = 1

function line(figure: Figure): string {
  const budget = 'atLeast' in figure.budget ? `>= ${figure.budget.atLeast}` : `<= ${figure.budget.atMost}`
  const held = `${isMet(figure) ? 'met   ' : 'missed'} ${figure.name}: ${figure.ratio.toFixed(2)} (${budget})`
  if (figure.detail === '') return held
  const whole = `${held} ${figure.detail}`
  return whole.length <= COLUMNS ? whole : `${held}\n       ${figure.detail}`
}
