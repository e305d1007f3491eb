import { similarWords } from '../../runtime/config/similar-words.js'

/** `did you mean name or tagline?`; null when nothing is similar. */
export function didYouMean(word: string, candidates: readonly string[]): string | null {
  const found = similarWords(word, candidates)
  return found.length === 0 ? null : `did you mean ${found.join(' or ')}?`
}
