import type { Language } from './languages.js'
import { createWordSplitter, fold } from './words.js'

/** The language of a text by its number in the tokenizer's list, and what the text is found by, each once. */
export type Terms = { readonly language: number; readonly terms: string[] }

export interface Tokenizer {
  terms(text: string): Terms
  /**
   * The words asked for: for each its term in every one of these languages. Words of `ignore` are left out unless
   * there are no others.
   */
  query(text: string, within: { languages: Iterable<number>; ignore: readonly string[] }): string[][]
}

/**
 * Ends every term. Orama matches beginnings of words, so that `car` would find `carpet`: only a term that ends in
 * something no word holds is matched whole. It also keeps terms apart from the names that every object has, such as
 * `constructor`, which Orama would take for a count.
 */
export const TERMINATOR = '.'

/** A question is short; what is longer is pasted text, of which the beginning must do. */
const QUERY_WORDS = 256
const REMEMBERED_TERMS = 20_000

/** Whole words, without accents and endings, without those that say nothing in their language. */
export function createTokenizer(languages: readonly Language[]): Tokenizer {
  const split = createWordSplitter()
  const detect = createDetector(languages)
  const toTerm = createStemming(languages)
  const isSilent = (word: string, language: number) => languages[language]?.stopWords.has(word) ?? false
  const isSilentAt = (words: readonly string[], at: number, language: number) =>
    isSilent(words[at] ?? '', language) && !isMonth(words, at)

  return {
    terms: (text) => {
      const words = split(text)
      const language = detect(words)
      const terms = new Set<string>()
      // The one place where loops count: all that is indexed goes through here.
      for (const [at, word] of words.entries()) {
        if (isSilentAt(words, at, language)) continue
        if (!word.includes("'")) terms.add(toTerm(word, language))
        else
          for (const part of partsOf(word)) if (!isSilent(part, language)) terms.add(toTerm(part, language))
      }
      return { language, terms: [...terms] }
    },
    query: (text, { languages: within, ignore }) => {
      const known = [...within].sort((a, b) => a - b)
      const all = split(text)
      const language = detect(all, known)
      const isKnown = known.includes(language)
      const spoken: string[] = []
      for (const [at, word] of all.entries()) {
        if (isKnown && isSilentAt(all, at, language)) continue
        if (!word.includes("'")) spoken.push(word)
        else {
          const parts = partsOf(word)
          for (const part of parts)
            if (parts.length === 1 || !isKnown || !isSilent(part, language)) spoken.push(part)
        }
      }
      const ignored = new Set(ignore.flatMap((name) => split(name).flatMap(partsOf)))
      const wanted = spoken.filter((word) => !ignored.has(word))
      const words = [...new Set(wanted.length > 0 ? wanted : spoken)].slice(0, QUERY_WORDS)
      return withoutRepeats(words.map((word) => [...new Set(known.map((each) => toTerm(word, each)))]))
    },
  }
}

/** "May" is a month beside a number and after "in"; anywhere else it says nothing. */
const isMonth = (words: readonly string[], at: number): boolean =>
  words[at] === 'may' &&
  (words[at - 1] === 'in' || /^\d/.test(words[at - 1] ?? '') || /^\d/.test(words[at + 1] ?? ''))

/** `l'eau` is `eau`, `Anna's` is `anna`: a single letter at an apostrophe is grammar. `O'Brien` is `obrien`, too. */
function partsOf(word: string): string[] {
  if (!word.includes("'")) return [word]
  const parts = word.split("'").filter((part) => part.length > 1)
  if (word.startsWith("o'")) parts.push(`o${parts[0] ?? ''}`)
  return parts.length > 0 ? parts : [word.replaceAll("'", '')]
}

/** Two words with the same terms are one word, or the query would count it twice. */
function withoutRepeats(words: readonly string[][]): string[][] {
  const first = new Map(words.map((terms) => [terms.join(''), terms]))
  return [...first.values()]
}

function createStemming(languages: readonly Language[]): (word: string, language: number) => string {
  const remembered = languages.map(() => new Map<string, string>())
  const make = (word: string, language: number) =>
    fold(languages[language]?.stem(fold(word) === word ? word : keepLetters(word)) ?? word) + TERMINATOR

  return (word, language) => {
    const known = remembered[language]
    const before = known?.get(word)
    if (before !== undefined) return before
    const term = make(word, language)
    if (known !== undefined && known.size >= REMEMBERED_TERMS) known.clear()
    known?.set(word, term)
    return term
  }
}

/** The stemmers of languages with accents read them; those of Arabic know no vowel marks. */
const keepLetters = (word: string): string => (/[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(word) ? fold(word) : word)

/** Tells the language by its stop words; a text without any by its script. */
function createDetector(
  languages: readonly Language[],
): (words: readonly string[], among?: readonly number[]) => number {
  const speakers = new Map<string, number[]>()
  for (const [at, { stopWords }] of languages.entries()) {
    for (const word of stopWords) speakers.set(word, [...(speakers.get(word) ?? []), at])
  }
  const named = (name: string) =>
    Math.max(
      0,
      languages.findIndex((language) => language.name === name),
    )
  const byScript = SCRIPTS.map(([script, name]) => [script, named(name)] as const)
  // One for all texts: a text is read in one go.
  const votes = new Uint32Array(languages.length)

  return (words, among) => {
    votes.fill(0)
    for (const word of words) {
      const at = speakers.get(word)
      if (at !== undefined) for (const each of at) votes[each] = (votes[each] ?? 0) + 1
    }
    const running = among ?? votes.keys()
    let best = -1
    for (const at of running) if ((votes[at] ?? 0) > (votes[best] ?? 0)) best = at
    if (best >= 0) return best
    const [first = ''] = words
    return byScript.find(([script]) => script.test(first))?.[1] ?? named('english')
  }
}

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{sc=Cyrillic}/u, 'russian'],
  [/\p{sc=Greek}/u, 'greek'],
  [/\p{sc=Arabic}/u, 'arabic'],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'japanese'],
  [/\p{sc=Han}/u, 'mandarin'],
]
