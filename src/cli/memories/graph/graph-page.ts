import type { Memory } from '../../../contract/memories.js'
import type { MemoryGraph } from '../../../contract/memory-graph.js'
import { renderHtmlPage } from '../../output/html-page.js'

type PageData = {
  readonly character: string
  readonly player: string
  /** ISO 8601. */
  readonly readAt: string
  readonly graph: MemoryGraph
  readonly memories: readonly Memory[]
}

/** One page that draws the graph, with all that it needs in it (src/web/memory-graph). */
export const renderGraphPage = (data: PageData): Promise<string> => renderHtmlPage('memory-graph', data)
