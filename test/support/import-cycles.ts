import { dirname, posix } from 'node:path'
import { importsOf, withoutComments } from './architecture.js'

type Source = { readonly path: string; readonly text: string }

const ADVICE = 'move what both need, types too, into a file that imports neither, or make one file of them'

/** The shortest cycle of each knot of files that import each other; imports of types count, too. */
export function importCycles(sources: readonly Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path))
  const imports = new Map(
    sources.map(({ path, text }) => [
      path,
      importsOf(withoutComments(text))
        .map((specifier) => resolved(path, specifier, paths))
        .filter((target) => target !== undefined),
    ]),
  )
  const reported = new Set<string>()
  return [...imports.keys()].flatMap((path) => {
    const cycle = reported.has(path) ? undefined : shortestCycle(path, imports)
    if (cycle === undefined || cycle.some((one) => reported.has(one))) return []
    for (const one of cycle) reported.add(one)
    return [`${[...cycle, path].join(' -> ')}: ${ADVICE}`]
  })
}

/** The files from one file back to it, without its second mention. */
function shortestCycle(
  start: string,
  imports: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const routes: (readonly string[])[] = [[start]]
  const seen = new Set<string>()
  for (const route of routes) {
    for (const next of imports.get(route.at(-1) ?? start) ?? []) {
      if (next === start) return route
      if (seen.has(next)) continue
      seen.add(next)
      routes.push([...route, next])
    }
  }
  return undefined
}

function resolved(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const target = posix.join(dirname(from), specifier)
  return [target, target.replace(/\.jsx?$/, '.ts'), target.replace(/\.jsx?$/, '.tsx')].find((one) =>
    paths.has(one),
  )
}
