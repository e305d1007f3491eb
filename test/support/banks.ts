import { type KnowledgeBanks, NO_KNOWLEDGE } from '../../src/domain/banks/knowledge.js'

/** Nobody knows any document. */
export const NO_BANKS: KnowledgeBanks = {
  recall: async () => NO_KNOWLEDGE,
  hold: () => () => undefined,
  forget: () => undefined,
  forgetAll: () => undefined,
}
