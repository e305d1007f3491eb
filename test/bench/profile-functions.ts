import { readFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What ran of the sources: functions, by the file of `src` they stand in. */
export type Ran = {
  readonly functions: number
  readonly files: readonly string[]
  /** How many of the functions stand in the file of the same place in `files`. */
  readonly perFile: readonly number[]
  /** The names of all of them, each after its file; those without a name end in `#`. */
  readonly names: readonly string[]
}

/** Counts the functions of `src` that V8 enters, by the source maps of the build. Nested functions count each. */
export function profileFunctions() {
  const session = new Session()
  return {
    start: async (): Promise<void> => {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
      // What ran so far is not asked for.
      await session.post('Profiler.takePreciseCoverage')
    },
    stop: async (): Promise<Ran> => {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
      const ran = new Set<string>()
      for (const { url, functions } of result) {
        if (!url.startsWith('file:') || url.includes('/node_modules/')) continue
        const script = await readScript(fileURLToPath(url))
        for (const { functionName, ranges } of functions) {
          const [whole] = ranges
          // The script itself is a function at its beginning.
          if (whole === undefined || whole.count === 0 || whole.startOffset === 0) continue
          const source = script.sourceOf(whole.startOffset)
          if (source !== undefined) ran.add(`${source}#${functionName}#${whole.startOffset}`)
        }
      }
      const counts = new Map<string, number>()
      for (const each of ran) {
        const file = each.slice(0, each.indexOf('#'))
        counts.set(file, (counts.get(file) ?? 0) + 1)
      }
      const files = [...counts.keys()].sort()
      return {
        ...{ functions: ran.size, files, perFile: files.map((file) => counts.get(file) ?? 0) },
        names: [...ran].sort().map((each) => each.slice(0, each.lastIndexOf('#'))),
      }
    },
  }
}

async function readScript(path: string) {
  const [text, payload] = await Promise.all([readFile(path, 'utf8'), readFile(`${path}.map`, 'utf8')])
  const map = new SourceMap(JSON.parse(payload) as SourceMapPayload)
  const lines = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.push(at + 1)
  return {
    /** The file of `src` that a place of the script comes from, such as `src/domain/clock.ts`. */
    sourceOf: (offset: number): string | undefined => {
      const line = lastAtMost(lines, offset)
      const entry = map.findEntry(line, offset - (lines[line] ?? 0))
      const source = 'originalSource' in entry ? entry.originalSource : ''
      const at = source.lastIndexOf('/src/')
      return at === -1 || source.includes('node_modules') ? undefined : source.slice(at + 1)
    },
  }
}

/** The index of the last number that is not above `value`, of ascending ones. */
function lastAtMost(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}
