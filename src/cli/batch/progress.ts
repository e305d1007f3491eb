import type { BatchWithItems } from '../../contract/batches.js'
import type { Output } from '../output/output.js'
import { changeLine, changesOf } from './changes.js'

/** Shows how a batch gets on, while it does. */
export type Progress = {
  show(batch: BatchWithItems): void
  /** Nothing more is to come, whether the batch is finished or not. */
  end(): Promise<void>
}

/** Rows that change in place where a person looks on; elsewhere a line for each change, none under `--json`. */
export async function createProgress(output: Output): Promise<Progress> {
  if (output.terminal.isInteractive && process.stdout.isTTY) {
    const { createRows } = await import('./rows.js')
    return createRows(process.stderr, output.terminal)
  }
  return createLines((batch, before) => {
    for (const change of changesOf(before, batch)) {
      const line = changeLine(change)
      if (line !== null) output.note(line)
    }
  })
}

/** Every change as an event of a stream. */
export const createEvents = (output: Output): Progress =>
  createLines((batch, before) => {
    for (const change of changesOf(before, batch)) output.event(change, () => '')
  })

function createLines(tell: (batch: BatchWithItems, before: BatchWithItems | null) => void): Progress {
  let before: BatchWithItems | null = null
  return {
    show(batch) {
      tell(batch, before)
      before = batch
    },
    end: async () => undefined,
  }
}
