import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BOUNDED } from './expressions/bounded.js'
import { composeExpressions } from './expressions/compose.js'
import { findExpressions } from './expressions/find.js'
import { judgeExpressions, keyOf, writeLinear } from './expressions/judge.js'

/**
 * Fails if a regular expression of what ships takes more than linear time: text from outside could hold the process up.
 * `--write` keeps the list of those found linear, which makes the next run fast; `--root` checks another folder.
 */
const { values } = parseArgs({
  options: { root: { type: 'string' }, write: { type: 'boolean', default: false } },
})
const root = resolve(values.root ?? fileURLToPath(new URL('..', import.meta.url)))

const files = ['src', 'commands', 'bin'].flatMap(sourceFiles)
const found = files.map((file) => ({
  file,
  ...findExpressions(file, readFileSync(join(root, file), 'utf8')),
}))
const composed = await composeExpressions(
  root,
  found.filter(({ composed }) => composed.length > 0),
)
const expressions = [...found.flatMap(({ literals }) => literals), ...composed.expressions]
const { linear, faults, judged } = await judgeExpressions(expressions)
if (values.write) writeLinear(linear)

const complaints = [
  ...found.flatMap(({ problems }) => problems),
  ...found.flatMap(({ file, running }) => (isBounded(file) ? [] : running)),
  ...composed.problems,
  ...expressions.flatMap((expression) => {
    const fault = faults.get(keyOf(expression))
    return fault === undefined
      ? []
      : [`${expression.place}: /${expression.source}/${expression.flags} is ${fault}`]
  }),
  ...(values.root === undefined ? BOUNDED : [])
    .filter(({ file }) => !found.some((one) => one.file === file && one.running.length > 0))
    .map(({ file }) => `${file}: needs no exception any more`),
]
for (const complaint of complaints) console.error(complaint)
if (complaints.length === 0) console.log(`${judged} regular expressions are linear.`)
process.exitCode = complaints.length === 0 ? 0 : 1

function sourceFiles(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[jt]sx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
}

function isBounded(file) {
  return values.root === undefined && BOUNDED.some((exception) => exception.file === file)
}
