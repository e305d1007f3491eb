import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { readGraph } from '../../../.config/related/graph.js'
import { projectFiles } from '../../../.config/related/project-files.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Of the sources, which nothing changes while they are tested. */
let graph: ReturnType<typeof readGraph> | undefined

/**
 * Refuses a command that the test does not name in its own text: `npm run check:changed` would leave the test out when
 * that command changes.
 */
export function expectNamed(args: readonly string[]): void {
  const { testPath } = expect.getState()
  if (testPath === undefined) return
  graph ??= readGraph(root, projectFiles(root))
  const test = relative(root, testPath).replaceAll('\\', '/')
  if (graph.finds(test, args)) return
  throw new Error(
    `${test} starts \`parley ${args.join(' ')}\` without naming the command; name it there, in a comment if need be ` +
      "('help' stands for all of them), or `npm run check:changed` would miss this test",
  )
}
