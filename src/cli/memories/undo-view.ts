import type { Memory } from '../../contract/memories.js'
import type { Undone } from '../../contract/memory-history.js'
import { printableLine } from '../output/printable.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

/** What changes, or would. */
export const renderUndo = (terminal: Terminal, { memory, retired, coreFacts, dryRun }: Undone): string =>
  renderFields(terminal, [
    [dryRun ? 'would come back' : 'is back', named(memory)],
    ...retired.map((one): [string, string] => [dryRun ? 'would be retired' : 'retired', named(one)]),
    ...coreFacts.map(({ factKey, before, after }): [string, string] => [
      'core fact',
      printableLine(`${factKey}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`),
    ]),
  ])

const named = ({ content, id }: Memory): string => `${printableLine(content)} (${id})`
