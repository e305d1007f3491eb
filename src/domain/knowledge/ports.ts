import type { DocumentRecord } from '../documents/record.js'

/** A part of a document that is indexed, searched and quoted as one. */
export type Passage = {
  readonly text: string
  readonly tokens: number
  /** Pages count from 1. */
  readonly firstPage: number
  readonly lastPage: number
}

/** The text of a document, in reading order. */
export type ExtractedText = {
  readonly pageCount: number
  /** Tokens of the full text; overlaps between passages count once. */
  readonly totalTokens: number
  readonly passages: readonly Passage[]
}

export interface PdfReader {
  /**
   * Extracts the text of a PDF in another thread, within limits of time and memory.
   * Throws a DocumentFailure: `unsupported_type`, `pdf_unreadable`, `too_many_pages`, `too_much_text` or
   * `no_extractable_text`.
   */
  read(pdf: Uint8Array, signal: AbortSignal): Promise<ExtractedText>
}

/** A passage of a character's document, for the prompt of one turn. */
export type Excerpt = {
  readonly documentId: string
  /** The document's file name. */
  readonly document: string
  /** The same object in every turn, while the full text is in memory. */
  readonly passage: Pick<Passage, 'text' | 'firstPage' | 'lastPage'>
}

/** What is retrieved from a character's documents for one turn. */
export type RetrievedKnowledge = {
  /** File names of all documents that are ready, oldest first. */
  readonly documents: readonly string[]
  /** Whether the excerpts are the full text of the documents. */
  readonly isComplete: boolean
  /** In the order of the documents and of their pages, without overlaps. */
  readonly excerpts: readonly Excerpt[]
}

export const NO_KNOWLEDGE: RetrievedKnowledge = { documents: [], isComplete: true, excerpts: [] }

export type KnowledgeQuery = {
  readonly characterId: string
  /** The player's message. */
  readonly text: string
  /** The player's message before; without it, "And on Sundays?" has no subject. */
  readonly previousText: string | undefined
  /** Words that carry no information about the subject, such as the character's name. */
  readonly ignoredWords: readonly string[]
  /** The character's documents, oldest first, where they were read already; undefined: they are read. */
  readonly documents?: readonly DocumentRecord[] | undefined
}

/** The documents of all characters, for retrieval. */
export interface KnowledgeBase {
  /** The passages that a question needs. Never rejects: when it fails, the character answers without documents. */
  retrieve(question: KnowledgeQuery, signal: AbortSignal): Promise<RetrievedKnowledge>
  /** Builds the character's index if it will be needed, so that the first question does not wait for it. */
  warm(characterId: string): void
  /** Drops a character's documents from memory, where nothing deleted may remain. */
  evict(characterId: string): void
  evictAll(): void
}

export type QueueDepths = { readonly queued: number; readonly running: number }

/**
 * The documents that wait for ingestion. A document is its own job: every unfinished document is in the queue, so that
 * a document and its job are stored and removed together.
 */
export interface IngestionQueue {
  /**
   * Takes the next document, changed by `start`, durably before it resolves; undefined when there is none. Batches take
   * turns. A document waits while another one of its batch with the same URL is in progress.
   */
  claim(start: (document: DocumentRecord) => DocumentRecord): Promise<DocumentRecord | undefined>
  depths(): Promise<QueueDepths>
}
