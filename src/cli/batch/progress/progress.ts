import type { BatchItem, BatchItemDocument, BatchWithItems } from '../../../contract/batches.js'
import { describeDocumentError } from '../../documents/document-view.js'
import type { Output } from '../../output/output.js'
import { printableLine } from '../../output/printable.js'
import type { Progress } from '../../waiting/poll.js'

export type BatchProgress = Progress<BatchWithItems>

/** At a terminal, rows that change in place; elsewhere a line for each change, and nothing with `--json`. */
export async function createBatchProgress(output: Output): Promise<BatchProgress> {
  if (output.terminal.isInteractive && process.stdout.isTTY) {
    const { createRowProgress } = await import('./progress-rows.js')
    return createRowProgress(process.stderr, output.terminal)
  }
  return createChangeProgress((change) => {
    const line = describeProgressEvent(change)
    if (line !== null) output.note(line)
  })
}

/** Prints every change as a line of NDJSON. */
export const createEventProgress = (output: Output): BatchProgress =>
  createChangeProgress((change) => output.event(change, () => ''))

function createChangeProgress(onChange: (change: BatchProgressEvent) => void): BatchProgress {
  let before: BatchWithItems | null = null
  return {
    show(batch) {
      progressEventsBetween(before, batch).forEach(onChange)
      before = batch
    },
    end: () => undefined,
  }
}

type BatchProgressEvent =
  | ({ readonly event: 'document'; readonly customId: string } & BatchItemDocument)
  | ({ readonly event: 'item' } & Pick<BatchItem, 'customId' | 'status' | 'characterId' | 'error'>)

/** What has changed since the state `before`; everything, if that is null. */
function progressEventsBetween(
  before: BatchWithItems | null,
  { items }: BatchWithItems,
): BatchProgressEvent[] {
  const known = new Map(before?.items.map((item) => [item.index, item]))
  return items.flatMap((item) => itemChanges(known.get(item.index), item))
}

function itemChanges(before: BatchItem | undefined, item: BatchItem): BatchProgressEvent[] {
  const { customId, status, characterId, error } = item
  const statuses = new Map(before?.documents.map((document) => [document.documentId, document.status]))
  const documents = item.documents
    .filter((document) => statuses.get(document.documentId) !== document.status)
    .map((document): BatchProgressEvent => ({ event: 'document', customId, ...document }))
  return before?.status === status
    ? documents
    : [...documents, { event: 'item', customId, status, characterId, error }]
}

/** A change as a line; null for `queued`, which says nothing new. */
function describeProgressEvent(change: BatchProgressEvent): string | null {
  if (change.status === 'queued') return null
  const name = change.event === 'item' ? change.customId : `${change.customId}: ${change.name}`
  const reason = change.error === null ? '' : `, ${describeDocumentError(change.error)}`
  return printableLine(`${name}: ${change.status}${reason}`)
}
