import type { Hints, RankingFeatures } from '../../retrieval/factors.js'
import type { Candidate } from '../../retrieval/ports.js'

/** Whom and what a question is about, beside its words. `names`: what the player is called. */
export const hintsOf = (text: string, names: readonly string[]): Hints => ({
  subjects: /\b(?:i|me|my|mine)\b/i.test(text) || holdsOne(text, names) ? ['player'] : [],
  entities: text.match(/\p{Lu}[\p{L}'’-]+/gu) ?? [],
  time: undefined,
})

/** A turn is about whoever says it, and stands as well as any other: it has no importance, and does not fade. */
export const featuresOfTurn = ({ document }: Candidate): RankingFeatures => ({
  subjects: [document.subject],
  entities: [],
  at: undefined,
  retrievability: 1,
  importance: 0.5,
  confidence: 1,
  accessCount: 0,
  layer: 'ltm',
})

function holdsOne(text: string, names: readonly string[]): boolean {
  const words = new Set(wordsOf(text))
  return names.some((name) => wordsOf(name).some((word) => words.has(word)))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
