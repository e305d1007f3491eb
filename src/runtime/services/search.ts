import { DomainError } from '../../domain/errors.js'
import type { SearchEngineProvider } from '../../domain/retrieval/engine.js'
import type { EmbeddingsConfig } from '../config/embeddings-config.js'
import { StartError } from '../process/start-error.js'
import type { RunningSearchEngine, SearchDeps } from './search-engine.js'

export type RunningSearch = SearchEngineProvider & { close(): Promise<void> }

/** The one search engine of a server. Throws a StartError when a local embedding model cannot be loaded. */
export async function createSearch(config: EmbeddingsConfig, deps: SearchDeps): Promise<RunningSearch> {
  let made: Promise<RunningSearchEngine> | undefined
  const engine = () => {
    made ??= import('./search-engine.js').then(({ createSearchEngine }) => createSearchEngine(config, deps))
    return made
  }
  if (config.kind === 'local') await engine().catch(refuseStart)
  return {
    engine,
    close: async () => {
      await (await made)?.embeddings.close()
    },
  }
}

function refuseStart(error: unknown): never {
  if (!(error instanceof DomainError)) throw error
  throw new StartError(
    `${error.message}.`,
    'Change the section embeddings of the configuration, or leave it out.',
    { cause: error },
  )
}
