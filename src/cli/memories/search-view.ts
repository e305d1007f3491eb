import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { shortIds } from './short-ids.js'

type Hit = { readonly memoryId: string; readonly similarity: number; readonly content: string }

export function renderHits(
  terminal: Terminal,
  hits: readonly Hit[],
  { full }: { readonly full: boolean },
): string {
  const short = shortIds(hits.map(({ memoryId }) => memoryId))
  const columns: readonly Column<Hit>[] = [
    { title: 'ID', value: ({ memoryId }) => short(memoryId) },
    { title: 'SIMILARITY', value: ({ similarity }) => similarity.toFixed(3) },
    { title: 'MEMORY', value: ({ content }) => content, width: 'rest', wraps: full },
  ]
  return renderTable(terminal, columns, hits)
}
