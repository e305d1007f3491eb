import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { convertScripts } from '../../.config/coverage/convert.js'
import { collectProcessReports } from '../../.config/coverage/process-reports.js'
import { countCoverage, type FileCoverage } from '../../.config/coverage/totals.js'
import { parleyProcess, scratchFolder } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'

const at = (line: number, column = 0) => ({ start: { line, column } })

/** Statements by line, and branches by place, with how often each ran. */
function coverage(
  statements: readonly (readonly [line: number, hits: number])[],
  branches: readonly (readonly [place: ReturnType<typeof at>, hits: readonly number[]])[] = [],
): FileCoverage {
  return {
    statementMap: Object.fromEntries(statements.map(([line], id) => [id, at(line)])),
    s: Object.fromEntries(statements.map(([, hits], id) => [id, hits])),
    branchMap: Object.fromEntries(branches.map(([loc], id) => [id, { type: 'if', loc }])),
    b: Object.fromEntries(branches.map(([, hits], id) => [id, hits])),
  }
}
const count = (tested: FileCoverage, ran?: FileCoverage) =>
  countCoverage({ a: tested }, ran === undefined ? {} : { a: ran })[0]

test('a line counts if any of its statements ran, in the tests or in a process', () => {
  const tested = coverage([
    [1, 1],
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  expect(count(tested)?.lines).toEqual({ covered: 1, total: 3, missed: [2, 3] })
  expect(count(tested, coverage([[2, 4]]))?.lines).toEqual({ covered: 2, total: 3, missed: [3] })
})

test('what only a bundle has is not counted', () => {
  expect(count(coverage([[1, 1]]), coverage([[7, 0]]))?.lines.total).toBe(1)
})

test('each way of a branch counts, and is found in the built code also where its place is a little different', () => {
  const tested = coverage(
    [],
    [
      [at(1, 4), [1, 0]],
      [at(5, 9), [0, 0]],
    ],
  )
  expect(count(tested)?.branches).toMatchObject({ covered: 1, total: 4 })
  const ran = coverage(
    [],
    [
      [at(5, 2), [3, 0]],
      [at(1, 4), [0, 2]],
    ],
  )
  expect(count(tested, ran)?.branches).toEqual({
    covered: 3,
    total: 4,
    missed: [{ line: 5, type: 'if', path: 1 }],
  })
})

test('branches whose places differ are not paired unless there are as many on both sides', () => {
  const tested = coverage([], [[at(5, 9), [0, 0]]])
  const ran = coverage(
    [],
    [
      [at(4), [3, 3]],
      [at(6), [3, 3]],
    ],
  )
  expect(count(tested, ran)?.branches.covered).toBe(0)
})

const root = fileURLToPath(new URL('../..', import.meta.url))
const args = ['status', '--base-url', 'http://127.0.0.1:1']
const built = pathToFileURL(join(root, 'dist/commands/')).href

async function sourcesRunBy(run: (env: Record<string, string>) => Promise<unknown>): Promise<string[]> {
  const folder = scratchFolder()
  await run({ NODE_V8_COVERAGE: folder })
  const reports = collectProcessReports(
    folder,
    (url) => url.startsWith(built),
    async () => {},
  )
  const { scripts, broken } = await reports.finish()
  expect(broken).toBe(0)
  return countCoverage(await convertScripts(scripts), {})
    .filter(({ lines }) => lines.covered > 0)
    .map(({ file }) => file)
}

test('what a command runs in its own process is counted for its source', async () => {
  expect(await sourcesRunBy((env) => parleyProcess(args, { env }))).toContain(
    join(root, 'commands/status.ts'),
  )
})

test('and what it runs at a terminal', async () => {
  expect(await sourcesRunBy((env) => parleyAtTerminal(args, env).exit)).toContain(
    join(root, 'commands/status.ts'),
  )
})

test('a report that is not whole is left, and told of', async () => {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'coverage-1.json'), '{"result": [')
  const reports = collectProcessReports(
    folder,
    () => true,
    async () => {},
  )
  expect(await reports.finish()).toEqual({ scripts: [], reports: 0, broken: 1 })
})
