import { type BankDeps, createKnowledgeBanks } from '../domain/knowledge/create-knowledge-base.js'
import type { KnowledgeBanks } from '../domain/knowledge/ports.js'
import { createIndexCache } from '../domain/retrieval/index-cache.js'
import type { Store } from '../store/store.js'

/** The knowledge banks over the search engine, their indexes empty until they are used. */
export function createBanks(deps: Omit<BankDeps, 'indexes'>): KnowledgeBanks {
  const makeEmpty = async () => {
    const { makeIndex, embeddings } = await deps.search.engine()
    return makeIndex(embeddings)
  }
  return createKnowledgeBanks({ ...deps, indexes: createIndexCache({ load: makeEmpty }) })
}

type Emptied = Pick<Store, 'characters' | 'documents' | 'organizations'>

/** The stores, whose removals take what is in memory with them. */
export const forgetRemoved = (
  { characters, documents, organizations }: Emptied,
  banks: Pick<KnowledgeBanks, 'forget' | 'forgetAll'>,
): Emptied => ({
  characters: {
    ...characters,
    remove: async (id) => {
      const wasThere = await characters.remove(id)
      banks.forget(id)
      return wasThere
    },
  },
  documents: {
    ...documents,
    remove: async (id, check) => {
      const document = await documents.find(id)
      const wasThere = await documents.remove(id, check)
      if (document !== undefined) banks.forget(document.agentId)
      return wasThere
    },
  },
  organizations: {
    ...organizations,
    purge: async (...purged) => {
      const outcome = await organizations.purge(...purged)
      banks.forgetAll()
      return outcome
    },
  },
})
