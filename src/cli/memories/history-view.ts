import type { OperationResult } from '../../client/create-client.js'
import type { Memory } from '../../contract/memories.js'
import type { FadingMemory, MemoryEvent, Undone } from '../../contract/memory-history.js'
import type { memoryTimeline, TimelineGroup } from '../../contract/memory-views.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderFields, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { formatDay, shortIds } from './memory-view.js'

const INDENT = '  '
const ACTORS: Readonly<Record<MemoryEvent['actor'], string>> = {
  manual: 'by hand',
  extraction: 'from a conversation',
  conversation: 'by a reply that used it',
  time: 'by time',
}
/** Fields that the heading shows, or that mean nothing to a user. */
const HIDDEN_FIELDS = new Set([
  'id',
  'userId',
  'agentId',
  'playerId',
  'createdAt',
  'updatedAt',
  'extractedAt',
  'usedOnDays',
])

/** Renders each change with its time, actor, reason, and the fields before and after. */
export const renderHistory = (terminal: Terminal, events: readonly MemoryEvent[]): string =>
  events.map((event) => renderEvent(terminal, event)).join('\n\n')

function renderEvent(
  terminal: Terminal,
  { at, kind, actor, reason, quote, before, after }: MemoryEvent,
): string {
  const heading = `${readableTime(at)}  ${terminal.colour.bold(kind)} ${ACTORS[actor]}`
  const previous = new Map(Object.entries(before ?? {}))
  const fields = Object.entries(after)
    .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && (before !== null || !isEmpty(value)))
    .map(([name, value]): [string, string] => [
      name,
      before === null ? formatValue(value) : `${formatValue(previous.get(name))} → ${formatValue(value)}`,
    ])
  const rows = [['why', reason] as const, ['quote', quote && printableLine(quote)] as const, ...fields]
  if (rows.every(([, value]) => value === null)) return heading
  const inner = { ...terminal, width: terminal.width - INDENT.length }
  const lines = renderFields(inner, rows).split('\n')
  return [heading, ...lines.map((line) => INDENT + line)].join('\n')
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

function formatValue(value: unknown): string {
  if (isEmpty(value) || value === undefined) return 'nothing'
  if (typeof value === 'string') return TIME.test(value) ? readableTime(value) : printableLine(value)
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  // A slot, an entity or a relation: its values in order.
  return typeof value === 'object'
    ? Object.values(value as object)
        .map(formatValue)
        .join(' ')
    : String(value)
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

type Timeline = OperationResult<typeof memoryTimeline>
type Row = { readonly memory: Memory; readonly date: string }

/** Renders the date beside the first memory of each group only, so that the groups are visible. */
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

/** Renders memories with their retrievability, 0 to 1, now and at the end of the period. */
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

/** Renders what an undo changes, or with a dry run would change. */
export const renderUndo = (terminal: Terminal, { memory, retired, coreFacts, dryRun }: Undone): string =>
  renderFields(terminal, [
    [dryRun ? 'would be restored' : 'restored', memoryLabel(memory)],
    ...retired.map((one): [string, string] => [dryRun ? 'would be retired' : 'retired', memoryLabel(one)]),
    ...coreFacts.map(({ factKey, before, after }): [string, string] => [
      'core fact',
      printableLine(`${factKey}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`),
    ]),
  ])

const memoryLabel = ({ content, id }: Memory): string => `${printableLine(content)} (${id})`
