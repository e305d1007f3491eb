import { createKnowledgeBase, type KnowledgeBaseDeps } from '../../domain/knowledge/create-knowledge-base.js'
import type { KnowledgeBase } from '../../domain/knowledge/ports.js'
import { createIndexCache } from '../../domain/retrieval/index-cache.js'
import type { Store } from '../../store/store.js'

/** The knowledge base over the search engine; an index is built when it is first used. */
export function openKnowledgeBase(deps: Omit<KnowledgeBaseDeps, 'indexes'>): KnowledgeBase {
  const makeEmpty = async () => {
    const { makeIndex, embeddings } = await deps.search.engine()
    return makeIndex(embeddings)
  }
  return createKnowledgeBase({ ...deps, indexes: createIndexCache({ load: makeEmpty }) })
}

type EvictingStores = Pick<Store, 'characters' | 'documents' | 'organizations'>

/** The stores, whose removals take what is in memory with them. */
export const evictOnRemoval = (
  { characters, documents, organizations }: EvictingStores,
  knowledge: Pick<KnowledgeBase, 'evict' | 'evictAll'>,
): EvictingStores => ({
  characters: {
    ...characters,
    remove: async (id) => {
      const wasThere = await characters.remove(id)
      knowledge.evict(id)
      return wasThere
    },
  },
  documents: {
    ...documents,
    remove: async (id, check) => {
      const document = await documents.find(id)
      const wasThere = await documents.remove(id, check)
      if (document !== undefined) knowledge.evict(document.agentId)
      return wasThere
    },
  },
  organizations: {
    ...organizations,
    purge: async (...purged) => {
      const outcome = await organizations.purge(...purged)
      knowledge.evictAll()
      return outcome
    },
  },
})
