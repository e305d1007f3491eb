import { type KnowledgeBase, NO_KNOWLEDGE } from '../../../src/domain/knowledge/ports.js'

/** Nobody knows any document. */
export const EMPTY_KNOWLEDGE: KnowledgeBase = {
  retrieve: async () => NO_KNOWLEDGE,
  warm: () => undefined,
  evict: () => undefined,
  evictAll: () => undefined,
}
