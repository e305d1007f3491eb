import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

// It comes with Vitest's coverage, and is resolved from there, because it is no dependency of its own.
const { mergeProcessCovs } = createRequire(
  createRequire(import.meta.url).resolve('@vitest/coverage-v8/package.json'),
)('@bcoe/v8-coverage')

const POLL_MS = 2000
/** So often nothing new is found before it counts as the end: some processes still write when the tests are over. */
const QUIET_POLLS = 3

/**
 * Merges the reports that Node writes to `folder` when a process or thread ends, while the tests run: thousands of
 * them, a megabyte or two each, so each is removed once it is merged. `matchesQuery` chooses scripts by their URL.
 */
export function collectProcessReports(folder, isWanted, wait = () => delay(POLL_MS)) {
  let merged = { result: [] }
  let reports = 0
  const takeAll = () => {
    const taken = readdirSync(folder).flatMap((name) => takeReport(join(folder, name), isWanted))
    if (taken.length > 0) merged = mergeProcessCovs([merged, ...taken])
    reports += taken.length
    return taken.length
  }
  const timer = setInterval(takeAll, POLL_MS)

  return {
    /** The scripts that ran, once nothing has come for a while. */
    async finish() {
      clearInterval(timer)
      for (let quiet = 0; quiet < QUIET_POLLS; quiet++) {
        if (takeAll() > 0) quiet = 0
        await wait()
      }
      return { scripts: merged.result, reports, broken: readdirSync(folder).length }
    },
  }
}

/** Nothing of a report that is not whole yet. */
function takeReport(file, isWanted) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
  rmSync(file)
  return [{ result: report.result.filter(({ url }) => isWanted(url)) }]
}
