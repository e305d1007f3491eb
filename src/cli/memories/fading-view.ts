import type { FadingMemory } from '../../contract/memory-history.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { formatDay } from './memory-view.js'
import { shortIds } from './short-ids.js'

/** NOW and THEN are how well it is remembered, 0 to 1. */
export function renderFading(
  terminal: Terminal,
  memories: readonly FadingMemory[],
  { full }: { readonly full: boolean },
): string {
  const short = shortIds(memories.map(({ memoryId }) => memoryId))
  const columns: readonly Column<FadingMemory>[] = [
    { title: 'ID', value: ({ memoryId }) => short(memoryId) },
    { title: 'NOW', value: ({ retrievability }) => retrievability.toFixed(2) },
    { title: 'THEN', value: ({ retrievabilityThen }) => retrievabilityThen.toFixed(2) },
    { title: 'NEXT', value: ({ turn }) => turn },
    { title: 'ON', value: ({ turnsAt }) => formatDay(turnsAt) },
    { title: 'MEMORY', value: ({ content }) => content, width: 'rest', wraps: full },
  ]
  return renderTable(terminal, columns, memories)
}
