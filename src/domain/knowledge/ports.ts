import type { DocumentRecord } from '../documents/record.js'

/** A piece of a document that is searched and quoted as one. */
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
  /** Tokens of the whole text, overlaps of passages counted once. */
  readonly totalTokens: number
  readonly passages: readonly Passage[]
}

export interface PdfReader {
  /**
   * Reads the text of a PDF away from the server's thread, within limits of time and memory.
   * Throws a DocumentFailure: `unsupported_type`, `pdf_unreadable`, `too_many_pages`, `too_much_text` or
   * `no_extractable_text`.
   */
  read(pdf: Uint8Array, signal: AbortSignal): Promise<ExtractedText>
}

/** A piece of a document of a character, as one turn is given it. */
export type Excerpt = {
  readonly documentId: string
  /** The document's file name. */
  readonly document: string
  /** The same object every time as long as the bank is given whole and in memory. */
  readonly passage: Pick<Passage, 'text' | 'firstPage' | 'lastPage'>
}

/** What a character's documents say for one turn. */
export type RetrievedKnowledge = {
  /** File names of all documents that are ready, oldest first. */
  readonly documents: readonly string[]
  /** Whether the excerpts are all that the documents say. */
  readonly isComplete: boolean
  /** In the order of the documents and of their pages; nothing is said twice. */
  readonly excerpts: readonly Excerpt[]
}

export const NO_KNOWLEDGE: RetrievedKnowledge = { documents: [], isComplete: true, excerpts: [] }

export type KnowledgeQuery = {
  readonly characterId: string
  /** What the player says now. */
  readonly text: string
  /** What the player said before that; it decides what "And on Sundays?" is about. */
  readonly previousText: string | undefined
  /** Words that every question may hold and that no document is about, such as the character's name. */
  readonly ignoredWords: readonly string[]
}

/** The knowledge banks of all characters. */
export interface KnowledgeBase {
  /** What the bank of a character has to a question. Never rejects: without its bank a character still answers. */
  retrieve(question: KnowledgeQuery, signal: AbortSignal): Promise<RetrievedKnowledge>
  /** Keeps the bank's index in memory, and begins to build it if it will be needed, until the call it returns is made. */
  pin(characterId: string): () => void
  /** Drops what is in memory of a character's bank: of what was deleted nothing may stay. */
  evict(characterId: string): void
  evictAll(): void
}

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
