import { type KnowledgeBase, NO_KNOWLEDGE } from '../../src/domain/knowledge/ports.js'

/** Nobody knows any document. */
export const NO_BANKS: KnowledgeBase = {
  retrieve: async () => NO_KNOWLEDGE,
  pin: () => () => undefined,
  evict: () => undefined,
  evictAll: () => undefined,
}
