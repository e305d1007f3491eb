import { type KnowledgeBanks, NO_KNOWLEDGE } from '../../src/domain/knowledge/ports.js'

/** Nobody knows any document. */
export const NO_BANKS: KnowledgeBanks = {
  recall: async () => NO_KNOWLEDGE,
  hold: () => () => undefined,
  forget: () => undefined,
  forgetAll: () => undefined,
}
