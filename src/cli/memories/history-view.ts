import type { MemoryEvent } from '../../contract/memory-history.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

const INDENT = '  '
const BY: Readonly<Record<MemoryEvent['actor'], string>> = {
  manual: 'by hand',
  extraction: 'from a conversation',
  conversation: 'by a reply that used it',
  time: 'by time',
}
/** What the heading says already, or says nothing to a person. */
const UNTOLD = new Set([
  'id',
  'userId',
  'agentId',
  'playerId',
  'createdAt',
  'updatedAt',
  'extractedAt',
  'usedOnDays',
])

/** Each change under its time: who, why, and every field before and after. */
export const renderHistory = (terminal: Terminal, events: readonly MemoryEvent[]): string =>
  events.map((event) => renderEvent(terminal, event)).join('\n\n')

function renderEvent(
  terminal: Terminal,
  { at, kind, actor, reason, quote, before, after }: MemoryEvent,
): string {
  const heading = `${readableTime(at)}  ${terminal.colour.bold(kind)} ${BY[actor]}`
  const was = new Map(Object.entries(before ?? {}))
  const fields = Object.entries(after)
    .filter(([name, value]) => !UNTOLD.has(name) && (before !== null || !isEmpty(value)))
    .map(([name, value]): [string, string] => [
      name,
      before === null ? shown(value) : `${shown(was.get(name))} → ${shown(value)}`,
    ])
  const told = [['why', reason] as const, ['quote', quote && printableLine(quote)] as const, ...fields]
  if (told.every(([, value]) => value === null)) return heading
  const inner = { ...terminal, width: terminal.width - INDENT.length }
  const lines = renderFields(inner, told).split('\n')
  return [heading, ...lines.map((line) => INDENT + line)].join('\n')
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

function shown(value: unknown): string {
  if (isEmpty(value) || value === undefined) return 'nothing'
  if (typeof value === 'string') return TIME.test(value) ? readableTime(value) : printableLine(value)
  if (Array.isArray(value)) return value.map(shown).join(', ')
  // A slot, an entity, a relation: what its fields say, in their order.
  return typeof value === 'object'
    ? Object.values(value as object)
        .map(shown)
        .join(' ')
    : String(value)
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
