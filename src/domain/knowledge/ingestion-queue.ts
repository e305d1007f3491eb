import type { DocumentRecord } from '../documents/record.js'

export type QueueDepths = { readonly queued: number; readonly running: number }

/**
 * The documents that wait for being ingested. A document is its own job: what is not at the end of its life is to be
 * done, so that a document and its job appear and go together.
 */
export interface IngestionQueue {
  /**
   * The next document to work on, as `start` changes it, durably before it resolves; undefined when there is none.
   * Batches take turns. A document waits while another of its batch with the same URL is being worked on.
   */
  claim(start: (document: DocumentRecord) => DocumentRecord): Promise<DocumentRecord | undefined>
  depths(): Promise<QueueDepths>
  /** Calls `listener` when there may be something new to claim, until the call it returns is made. */
  onWork(listener: () => void): () => void
  /** Calls `listener` with every document that is removed before its end, until the call it returns is made. */
  onRemoved(listener: (document: DocumentRecord) => void): () => void
}
