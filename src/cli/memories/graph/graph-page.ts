import type { Memory } from '../../../contract/memories.js'
import type { MemoryGraph } from '../../../contract/memory-graph.js'
import { readBuiltPage } from '../../../runtime/package-root.js'

const PLACE = '<script type="application/json" id="data">{}</script>'

type PageData = {
  readonly character: string
  readonly player: string
  /** ISO 8601. */
  readonly readAt: string
  readonly graph: MemoryGraph
  readonly memories: readonly Memory[]
}

/** One page that draws the graph, with all that it needs in it (src/web/memory-graph). */
export async function graphPage(data: PageData): Promise<string> {
  const page = await readBuiltPage('memory-graph')
  // No text may end the element that holds it: in JSON, a < may be written so.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return page.replace(PLACE, () => PLACE.replace('{}', () => json))
}
