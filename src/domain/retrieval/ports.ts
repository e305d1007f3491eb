/** Texts as vectors that are near each other when the texts mean the same. */
export interface Embeddings {
  /** Names maker, model and version: vectors of different ids are never compared. */
  readonly id: string
  /** Length of every vector. */
  readonly dimensions: number
  /**
   * How much its cosine counts in `rel`, 0 to 1 (docs/memory.md, Ranking): up to .05 for `hash`, about .5 for a real
   * model.
   */
  readonly weight: number
  /** Needs no model: vectors are made whenever they are needed. Those of a model are made in the background. */
  readonly isQuick?: true
  /**
   * One vector a text, in their order, of length 1; all zeros for a text without words. Throws a DomainError of kind
   * `upstream` when the provider fails, and the signal's reason when that aborts.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

/** What is searched as one: a turn of a conversation, a memory, a passage of a document. An index keeps its id alone. */
export type IndexedDocument = {
  /** Unique in its index. */
  readonly id: string
  readonly text: string
  /** Text that leads to it, searched at a fifth of the weight. */
  readonly aside?: string
  /**
   * The id of the turn before it, which was added before: what matches that one counts half for this one, and what
   * matches the other turns next to this one a fifth.
   */
  readonly previous?: string
  /** Without a vector a document is found by its words alone. */
  readonly vector?: Float32Array
}

export type SearchQuery = {
  readonly text: string
  /** Of the index's dimensions; left out, only words are searched. */
  readonly vector?: Float32Array | undefined
  /** Words taken out of `text`, such as the names of speakers, unless nothing else is left. */
  readonly ignore?: readonly string[]
  /** The ids of documents that may come up; all when left out. */
  readonly only?: ((id: string) => boolean) | undefined
  /** Which of the best are wanted; all when left out. */
  readonly isWanted?: (match: Omit<Match, 'vector'>) => boolean
}

/** A document that a search found. */
export type Match = {
  readonly id: string
  /** `sig(bm25)`, 0 to below 1; 0 when no word of the query occurs. */
  readonly lexical: number
  /** Cosine to the query's vector, 0 to 1: a negative one is 0, and so is that of a document without a vector. */
  readonly cosine: number
  /** A copy, of length 1; left out when it has none, and when none was asked for. */
  readonly vector?: Float32Array
}

/**
 * Full text and vectors of one character, or of one character and player (docs/memory.md, Search index). In memory
 * only: it is rebuilt from the records, never stored. Long work yields to the event loop about every 5 ms; changes
 * happen one after another in the order of their calls, and a search meanwhile sees each document before or after its
 * change.
 */
export interface SearchIndex {
  /** Adds documents, each in place of the one with its id. Throws a RangeError for a vector that does not fit. */
  add(documents: readonly IndexedDocument[]): Promise<void>
  /** Ids that are not there are passed over. */
  remove(ids: readonly string[]): Promise<void>
  /** The union of the best 100 by words and the best 100 by vector, in no order that means anything. */
  search(query: SearchQuery): Promise<Match[]>
  ids(): string[]
  /** How many documents it holds. */
  size(): number
  hasVectors(): boolean
  /** Whether most of its memory belongs to removed documents, so that it should be built anew. */
  isFragmented(): boolean
  /** Memory it holds, in bytes, counted from its parts. */
  bytes(): number
}

/** `dimensions`: length of its vectors; 0 for an index of words alone. */
export type CreateSearchIndex = (settings: { readonly dimensions: number }) => SearchIndex
