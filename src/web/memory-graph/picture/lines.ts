import type { MemoryGraph } from '../../../contract/memory-graph.js'
import { relationLabel } from '../page-data.js'
import type { GraphLayout, LaidOutNode } from './graph-layout.js'

/** More lines than these are not told apart. */
const MOST_LINES = 400

export type Line = {
  readonly from: LaidOutNode
  readonly to: LaidOutNode
  readonly isRelation: boolean
  readonly label: string
}

/** Finds the lines of a node: of a memory or entity its own, of a topic those of all its memories. */
export function createLineFinder({ edges }: MemoryGraph, { nodes }: GraphLayout): (id: string) => Line[] {
  const byEnd = new Map<string, Line[]>()
  for (const edge of edges) {
    const [from, to] = [nodes.get(edge.source), nodes.get(edge.target)]
    if (from === undefined || to === undefined) continue
    const isRelation = edge.type === 'relationship'
    const line = { from, to, isRelation, label: isRelation ? relationLabel(edge) : '' }
    const groups = [from.group, to.group].filter((group) => group !== null)
    for (const end of new Set([edge.source, edge.target, ...groups])) {
      const known = byEnd.get(end)
      if (known === undefined) byEnd.set(end, [line])
      else known.push(line)
    }
  }
  return (id) => (byEnd.get(id) ?? []).slice(0, MOST_LINES)
}
