import type { Memory } from '../../../contract/memories.js'
import { type GraphNode, type MemoryGraphPageData, nodeName } from '../page-data.js'
import { timeSpan } from '../times.js'
import { type Age, ageOf, ageScale } from './appearance.js'
import { type GraphLayout, layOutGraph, type WindowForm } from './graph-layout.js'
import { createLineFinder, type Line } from './lines.js'

/** What the view of a graph needs to know of it. */
export type GraphModel = {
  readonly layout: GraphLayout
  /** The ids of memories in the long-term layer. */
  readonly longTerm: ReadonlySet<string>
  /** The ids of memories that turn soon. */
  readonly fadingSoon: ReadonlySet<string>
  lineFinder(id: string): readonly Line[]
  nameOf(node: GraphNode): string
  ageOf(id: string): Age
}

export function createGraphModel(
  { graph, readAt }: MemoryGraphPageData,
  memories: ReadonlyMap<string, Memory>,
  { fadingSoon, ...window }: WindowForm & Pick<GraphModel, 'fadingSoon'>,
): GraphModel {
  const layout = layOutGraph(graph, memories, window)
  const scale = ageScale(timeSpan(memories.values()), readAt)
  const ages = new Map([...memories].map(([id, memory]) => [id, ageOf(memory, scale)]))
  const longTerm = [...memories.values()].filter(({ memoryLayer }) => memoryLayer === 'ltm')
  return {
    layout,
    longTerm: new Set(longTerm.map(({ id }) => id)),
    fadingSoon,
    lineFinder: createLineFinder(graph, layout),
    nameOf: (node) => nodeName(node, memories),
    ageOf: (id) => ages.get(id) ?? 'oldest',
  }
}
