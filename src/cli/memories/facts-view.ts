import type { CoreFact } from '../../contract/memories.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { formatDay } from './memory-view.js'
import { shortIds } from './short-ids.js'

export function renderFacts(terminal: Terminal, facts: readonly CoreFact[]): string {
  const short = shortIds(facts.map(({ sourceMemoryId }) => sourceMemoryId))
  const columns: readonly Column<CoreFact>[] = [
    { title: 'MEMORY', value: ({ sourceMemoryId }) => short(sourceMemoryId) },
    { title: 'SINCE', value: ({ updatedAt, createdAt }) => formatDay(updatedAt ?? createdAt) },
    { title: 'FACT', value: ({ factKey }) => factKey, width: 24 },
    { title: 'VALUE', value: ({ factValue }) => factValue, width: 'rest', wraps: true },
  ]
  return renderTable(terminal, columns, facts)
}
