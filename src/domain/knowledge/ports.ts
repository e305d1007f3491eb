import type { Passage } from '../documents/ports.js'

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
