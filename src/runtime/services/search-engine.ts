import { loadLanguages } from '../../adapters/search/languages.js'
import { searchIndexMaker } from '../../adapters/search/search-index.js'
import { createTokenizer } from '../../adapters/search/tokenizer.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { SearchEngine } from '../../domain/retrieval/engine.js'
import { scoreWeightsFor } from '../../domain/retrieval/rank.js'
import type { EmbeddingsConfig } from '../config/embeddings-config.js'
import { createEmbeddings, type RunningEmbeddings } from './embeddings.js'

export type SearchDeps = { readonly timers: Timers; readonly log: Log }
export type RunningSearchEngine = SearchEngine & { readonly embeddings: RunningEmbeddings }

/** The tables of the languages, the embeddings and the indexes; imported when first needed, it is much code. */
export async function createSearchEngine(
  config: EmbeddingsConfig,
  { timers, log }: SearchDeps,
): Promise<RunningSearchEngine> {
  const tokenizer = createTokenizer(await loadLanguages())
  const embeddings = await createEmbeddings(config, { tokenizer, timers, log })
  return {
    embeddings,
    makeIndex: searchIndexMaker({ tokenizer, timers }),
    weights: scoreWeightsFor(embeddings),
  }
}
