import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseAstAsync } from 'vite'

// These come with Vitest's coverage, and are resolved from there, because they are no dependencies of their own.
const coverageRequire = createRequire(
  createRequire(import.meta.url).resolve('@vitest/coverage-v8/package.json'),
)
const { createCoverageMap } = coverageRequire('istanbul-lib-coverage')
const { default: convert } = await import(pathToFileURL(coverageRequire.resolve('ast-v8-to-istanbul')).href)

/** What V8 counted in built scripts, in terms of the sources that they were built from, as Istanbul writes it. */
export async function convertScripts(scripts) {
  const map = createCoverageMap({})
  for (const coverage of scripts) {
    const file = fileURLToPath(coverage.url)
    if (!existsSync(`${file}.map`)) continue
    const code = readFileSync(file, 'utf8')
    const sourceMap = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
    map.merge(await convert({ code, sourceMap, ast: await parseAstAsync(code), coverage }))
  }
  return map.toJSON()
}
