import type { OperationResult } from '../../client/create-client.js'
import type { Memory } from '../../contract/memories.js'
import type { memoryTimeline, TimelineGroup } from '../../contract/memory-views.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { shortIds } from './short-ids.js'

type Timeline = OperationResult<typeof memoryTimeline>
type Row = { readonly memory: Memory; readonly date: string }

/** The date stands beside the first memory of its group, so that the others are seen to belong to it. */
export function renderTimeline(
  terminal: Terminal,
  { timeline, groupBy }: Timeline,
  { full }: { readonly full: boolean },
): string {
  const rows = timeline.flatMap(({ date, memories }) =>
    memories.map((memory, index): Row => ({ memory, date: index === 0 ? date : '' })),
  )
  const short = shortIds(rows.map(({ memory }) => memory.id))
  const columns: readonly Column<Row>[] = [
    { title: TITLES[groupBy], value: ({ date }) => date },
    { title: 'ID', value: ({ memory }) => short(memory.id) },
    { title: 'TYPE', value: ({ memory }) => memory.memoryType },
    { title: 'MEMORY', value: ({ memory }) => memory.content, width: 'rest', wraps: full },
  ]
  return renderTable(terminal, columns, rows)
}

const TITLES: Readonly<Record<TimelineGroup, string>> = { day: 'DAY', week: 'WEEK OF', month: 'MONTH' }
