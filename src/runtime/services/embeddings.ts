import { createHashEmbeddings } from '../../adapters/embeddings/hash.js'
import { loadLocalEmbeddings } from '../../adapters/embeddings/local.js'
import { createOpenAiCompatibleEmbeddings } from '../../adapters/embeddings/openai-compatible.js'
import { createTransport } from '../../adapters/model/transport.js'
import type { Tokenizer } from '../../adapters/search/tokenizer.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { Embeddings } from '../../domain/retrieval/ports.js'
import type { EmbeddingsConfig } from '../config/embeddings-config.js'

type EmbeddingsDeps = { readonly tokenizer: Tokenizer; readonly timers: Timers; readonly log: Log }
export type RunningEmbeddings = Embeddings & { close(): Promise<void> }

/** The configured embeddings. Throws a DomainError of kind `unavailable` when a local model cannot be loaded. */
export async function createEmbeddings(
  config: EmbeddingsConfig,
  { tokenizer, timers, log }: EmbeddingsDeps,
): Promise<RunningEmbeddings> {
  const nothing = async () => undefined
  switch (config.kind) {
    case 'hash':
      return { ...createHashEmbeddings({ tokenizer, timers }), close: nothing }
    case 'local':
      return { ...(await loadLocalEmbeddings(config)), close: nothing }
    case 'openai-compatible': {
      const transport = createTransport()
      return {
        ...createOpenAiCompatibleEmbeddings({ transport, timers, log }, config),
        close: transport.close,
      }
    }
  }
}
