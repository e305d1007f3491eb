import { createHashEmbeddings } from '../../adapters/embeddings/hash.js'
import { loadLocalEmbeddings } from '../../adapters/embeddings/local.js'
import { createOpenAiCompatibleEmbeddings } from '../../adapters/embeddings/openai-compatible.js'
import { createTransport } from '../../adapters/model/transport.js'
import { loadLanguages } from '../../adapters/search/languages.js'
import { searchIndexMaker } from '../../adapters/search/search-index.js'
import { createTokenizer, type Tokenizer } from '../../adapters/search/tokenizer.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { SearchEngine } from '../../domain/retrieval/engine.js'
import type { Embeddings } from '../../domain/retrieval/ports.js'
import { scoreWeightsFor } from '../../domain/retrieval/rank.js'
import type { EmbeddingsConfig } from '../config/embeddings-config.js'

export type SearchDeps = { readonly timers: Timers; readonly log: Log }
export type RunningSearchEngine = SearchEngine & { readonly embeddings: RunningEmbeddings }

/** Loads the language tables and the embeddings. Slow to import: `search.ts` does so on first use. */
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

type EmbeddingsDeps = { readonly tokenizer: Tokenizer; readonly timers: Timers; readonly log: Log }
export type RunningEmbeddings = Embeddings & { close(): Promise<void> }

/** Creates the configured embeddings. Throws a DomainError of kind `unavailable` when a local model cannot be loaded. */
export async function createEmbeddings(
  config: EmbeddingsConfig,
  { tokenizer, timers, log }: EmbeddingsDeps,
): Promise<RunningEmbeddings> {
  const noClose = async () => undefined
  switch (config.kind) {
    case 'hash':
      return { ...createHashEmbeddings({ tokenizer, timers }), close: noClose }
    case 'local':
      return { ...(await loadLocalEmbeddings(config)), close: noClose }
    case 'openai-compatible': {
      const transport = createTransport()
      return {
        ...createOpenAiCompatibleEmbeddings({ transport, timers, log }, config),
        close: transport.close,
      }
    }
  }
}
