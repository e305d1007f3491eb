import type { BatchItem, BatchItemDocument, BatchWithItems } from '../../../contract/batches.js'
import { describeDocumentError } from '../../documents/document-view.js'
import { printableLine } from '../../output/printable.js'

/** Shows how a batch gets on, while it does. */
export type BatchProgress = {
  show(batch: BatchWithItems): void
  /** Nothing more is to come, whether the batch is finished or not. */
  end(): Promise<void>
}

export type BatchProgressEvent =
  | ({ readonly event: 'document'; readonly customId: string } & BatchItemDocument)
  | ({ readonly event: 'item' } & Pick<BatchItem, 'customId' | 'status' | 'characterId' | 'error'>)

/** What is new since the batch was last looked at; everything, when it never was. */
export function progressEventsBetween(
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

/** A change as a line; that something waits is none worth telling. */
export function describeProgressEvent(change: BatchProgressEvent): string | null {
  if (change.status === 'queued') return null
  const what = change.event === 'item' ? change.customId : `${change.customId}: ${change.name}`
  const why = change.error === null ? '' : `, ${describeDocumentError(change.error)}`
  return printableLine(`${what}: ${change.status}${why}`)
}
