import type { CreateSearchIndex, Embeddings } from './ports.js'
import type { ScoreWeights } from './rank.js'

/** What every index of a server is made and searched with. */
export type SearchEngine = {
  readonly embeddings: Embeddings
  /** Of vectors as `embeddings` makes them. */
  readonly makeIndex: CreateSearchIndex
  /** How much words and vectors count with these embeddings. */
  readonly weights: ScoreWeights
}

export interface SearchEngineProvider {
  /** Made when first asked for, which takes some 60 ms: a server that searches nothing starts without it. */
  engine(): Promise<SearchEngine>
}
