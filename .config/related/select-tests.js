import { concernsAll, readGraph } from './graph.js'

/** The tests among `paths`, the files of the project, that depend on one of `changed`, which may be gone. */
export function selectTests(root, paths, changed) {
  const tests = paths.filter((path) => path.endsWith('.test.ts'))
  if (changed.some(concernsAll)) return tests
  const graph = readGraph(root, [...new Set([...paths, ...changed])])
  return tests.filter((test) => {
    const dependencies = graph.dependenciesOf(test)
    return changed.some((file) => dependencies.has(file))
  })
}
