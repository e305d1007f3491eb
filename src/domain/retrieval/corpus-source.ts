import type { IndexedDocument, Match } from './ports.js'

/** A document with what its vector goes by. */
export type CorpusDocument = IndexedDocument & {
  /** Documents of one group get their vectors together, in their order; undefined: none, it is found by words alone. */
  readonly vectorGroup?: string
  /** Names the text that a stored vector was made of. */
  readonly contentHash?: string
}

/** A document with the record that it stands for. */
export type CorpusItem<Item> = { readonly document: CorpusDocument; readonly item: Item }

/** What a search found. */
export type Candidate<Item = unknown> = Match & CorpusItem<Item>

/** What one text found. */
export type Round<Item> = { readonly asked: string; readonly candidates: readonly Candidate<Item>[] }

export type CorpusChanges<Version> = {
  /** Up to which change this is. */
  readonly version: Version
  /** Ids that are there no more. */
  readonly removed: readonly string[]
  /** New and changed documents, some at a time. */
  readonly added: AsyncIterable<readonly CorpusDocument[]> | Iterable<readonly CorpusDocument[]>
}

/** Vectors of different models or lengths are never compared: `key` tells them apart. */
export type VectorModel = { readonly key: string; readonly dimensions: number }

export type NewVector = { readonly document: CorpusDocument; readonly vector: Float32Array }

/**
 * Where the documents of corpora come from: one corpus for each key, such as a character, or a pair of character and
 * player. `Version` is read by the source alone.
 */
export interface CorpusSource<Item, Version> {
  /** What changed since a version; all there is when none is given. */
  list(key: string, since: Version | undefined): Promise<CorpusChanges<Version>>
  /** The records behind these ids; what is gone or must not come up is left out. */
  read(key: string, ids: readonly string[]): Promise<readonly CorpusItem<Item>[]>
  /** The corpus of this key is no longer held: changes since its version need not be known. */
  release(key: string): void
  readonly vectors: {
    /** Stored vectors by id, made by this model of exactly these texts. The documents are of one group. */
    find(model: VectorModel, documents: readonly CorpusDocument[]): Promise<ReadonlyMap<string, Float32Array>>
    save(model: VectorModel, made: readonly NewVector[]): Promise<void>
    /** A search waits for so many vectors that are not stored; more are made in the background. */
    readonly awaited: number
  }
  /** Fixed log lines. */
  readonly messages: {
    readonly notIndexed: string
    readonly notEmbedded: string
    readonly notStored: string
  }
}
