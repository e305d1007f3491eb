import { DomainError } from '../../domain/errors.js'
import type { SearchEngineProvider } from '../../domain/retrieval/engine.js'
import type { EmbeddingsConfig } from '../config/embeddings-config.js'
import { StartError } from '../process/start-error.js'
import type { RunningSearchEngine, SearchDeps } from './search-engine.js'

export type RunningSearch = SearchEngineProvider & { close(): Promise<void> }

/** The search engine, loaded on first use. Throws a StartError when a local embedding model cannot be loaded. */
export async function createSearch(config: EmbeddingsConfig, deps: SearchDeps): Promise<RunningSearch> {
  let loaded: Promise<RunningSearchEngine> | undefined
  const engine = () => {
    loaded ??= import('./search-engine.js').then(({ createSearchEngine }) => createSearchEngine(config, deps))
    return loaded
  }
  if (config.kind === 'local') await engine().catch(throwStartError)
  return {
    engine,
    close: async () => {
      await (await loaded)?.embeddings.close()
    },
  }
}

function throwStartError(error: unknown): never {
  if (!(error instanceof DomainError)) throw error
  throw new StartError(
    `${error.message}.`,
    'Change the section embeddings of the configuration, or leave it out.',
    { cause: error },
  )
}
