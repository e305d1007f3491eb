import { createKnowledgeBase, type KnowledgeBaseDeps } from '../../domain/knowledge/create-knowledge-base.js'
import type { KnowledgeBase } from '../../domain/knowledge/ports.js'
import { createIndexCache } from '../../domain/retrieval/index-cache.js'
import type { Store } from '../../store/store.js'

/** Creates the knowledge base. A character's index is loaded when it is first searched. */
export function openKnowledgeBase(deps: Omit<KnowledgeBaseDeps, 'indexes'>): KnowledgeBase {
  const createEmptyIndex = async () => {
    const { makeIndex, embeddings } = await deps.search.engine()
    return makeIndex(embeddings)
  }
  return createKnowledgeBase({ ...deps, indexes: createIndexCache({ load: createEmptyIndex }) })
}

type EvictingStores = Pick<Store, 'characters' | 'documents' | 'organizations'>

/** The same repositories; a removal also evicts the affected knowledge from memory. */
export const evictOnRemoval = (
  { characters, documents, organizations }: EvictingStores,
  knowledge: Pick<KnowledgeBase, 'evict' | 'evictAll'>,
): EvictingStores => ({
  characters: {
    ...characters,
    remove: async (id) => {
      const existed = await characters.remove(id)
      knowledge.evict(id)
      return existed
    },
  },
  documents: {
    ...documents,
    remove: async (id, check) => {
      const document = await documents.find(id)
      const existed = await documents.remove(id, check)
      if (document !== undefined) knowledge.evict(document.agentId)
      return existed
    },
  },
  organizations: {
    ...organizations,
    purge: async (...args) => {
      const outcome = await organizations.purge(...args)
      knowledge.evictAll()
      return outcome
    },
  },
})
