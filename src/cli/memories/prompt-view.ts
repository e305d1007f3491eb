import type { TurnPrompt } from '../../contract/turn-prompts.js'
import { printable } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { shortIds } from './short-ids.js'

type Given = TurnPrompt['given'][number]

/** What was given, each with the memory or the message that it comes from; under it the block as the model read it. */
export function renderPrompt(terminal: Terminal, { messageId, at, given, block }: TurnPrompt): string {
  const heading = [`Message ${messageId}`, readableTime(at)].join('  ').trimEnd()
  if (given.length === 0) return heading
  const short = shortIds(given.map(sourceOf))
  const columns: readonly Column<Given>[] = [
    { title: 'KIND', value: ({ kind }) => kind },
    { title: 'FROM', value: (one) => short(sourceOf(one)) },
    { title: 'TEXT', value: ({ text }) => text, width: 'rest' },
  ]
  return [heading, renderTable(terminal, columns, given), printable(block)].join('\n\n')
}

const sourceOf = ({ id, sourceMemoryId }: Given): string => sourceMemoryId ?? id
