import type { Hints, RankingFeatures } from '../../retrieval/factors.js'
import { featuresOf } from './match-memories.js'
import type { MemoryItem } from './memory-source.js'
import { timeRangeOf } from './time-range.js'

/** Whom, what and when a question is about, beside its words. `names`: what the player is called. */
export const hintsOf = (
  text: string,
  { names, now }: { readonly names: readonly string[]; readonly now: Date },
): Hints => ({
  subjects: /\b(?:i|me|my|mine)\b/i.test(text) || holdsOne(text, names) ? ['player'] : [],
  entities: text.match(/\p{Lu}[\p{L}'’-]+/gu) ?? [],
  time: timeRangeOf(text, now),
})

/** A turn is about whoever says it, and stands as well as any other: it has no importance, and does not fade. */
export function featuresOfItem(item: MemoryItem, now: Date): RankingFeatures {
  if (item.kind === 'memory') return featuresOf(item.memory, now)
  return {
    subjects: [item.message.role === 'user' ? 'player' : 'character'],
    entities: [],
    at: Date.parse(item.message.timestamp ?? '') || undefined,
    retrievability: 1,
    importance: 0.5,
    confidence: 1,
    accessCount: 0,
    layer: 'ltm',
  }
}

function holdsOne(text: string, names: readonly string[]): boolean {
  const words = new Set(wordsOf(text))
  return names.some((name) => wordsOf(name).some((word) => words.has(word)))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
