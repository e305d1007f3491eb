import { isKin, isKindOfKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { RELATED } from '../language/synonyms.js'
import { baseOfPast, baseOfVerb, isAuxiliary } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import { RELATIVE } from './lack.js'

type Term = Question['terms'][number]

/** Of a word that stands for another one: a thing of the kind, used as a verb or within a name, is none. */
const NO_EVIDENCE = 0
/** What is done with something that is called so, for the thing. */
const AS_A_VERB = 0.5
/** What somebody else does, in other words than those of the question. */
const OF_SOMEBODY_ELSE = 0.6
/** Words that are alike count for more than a thing for its kind. */
const KIND_MOST = 0.69

/**
 * How far the words of a statement that stand for others in the question mean the same there, as a factor of its coverage:
 * 1 where it holds the words themselves. "Ciro goes fishing" has no pet, the "Merry Widow" is not married, and "My mother
 * kept a house" does not say where "you" live.
 */
export function evidenceOf(question: Question, statement: Statement): number {
  const { terms, focus, asksYou, kind } = question
  const isThere = ({ lemma }: Term) => statement.lemmas.includes(lemma) || statement.context.includes(lemma)
  const replaced = terms.filter((term) => !isThere(term))
  const things = thingsIn(question.words)
  const inFull = (term: Term) => (things.has(term.lemma) && isOnlyDone(term, statement) ? AS_A_VERB : 1)
  if (replaced.length === 0 && things.size === 0) return 1
  let all = 0
  let kept = 0
  for (const term of terms) {
    all += term.weight
    kept += term.weight * (isThere(term) ? inFull(term) : worthOf(term, statement))
  }
  const isVerbReplaced = focus.verb !== undefined && replaced.some(({ lemma }) => lemma === focus.verb)
  const isOthers =
    asksYou &&
    kind !== 'who' &&
    (/^(?:where|how m)/.test(kind) || (isVerbReplaced && ASKS_DEED.test(question.text))) &&
    replaced.length === terms.length &&
    (statement.source === 'persona' || (statement.source === 'document' && /^(?:where|how m)/.test(kind))) &&
    !isOwn(statement)
  return (all === 0 ? 1 : kept / all) * (isOthers ? OF_SOMEBODY_ELSE : 1)
}

/** What has an article in the question: "How long can I keep a book?" */
const thingsIn = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word, at) => (/^an?$/.test(words[at - 1] ?? '') ? [lemmaOf(word)] : [])))

/** "Rooms are booked at the desk" has no book. */
const isOnlyDone = ({ lemma }: Term, { words, context }: Statement): boolean => {
  const uses = words.flatMap((word, at) => (lemmaOf(word) === lemma ? [at] : []))
  return (
    uses.length > 0 &&
    !context.includes(lemma) &&
    uses.every((at) => /(?:ed|ing)$/.test(words[at] ?? '') && isUsedAsVerb(words, at))
  )
}

const ASKS_DEED = /\b(?:do|did|have|can|could|will|would) you\b/i

const isOwn = ({ words, text }: Statement): boolean =>
  !RELATIVE.test(text) &&
  (/^(?:my|our)$/.test(words[0] ?? '') ||
    words.slice(0, OPENING_WORDS).some((word) => /^(?:i|i'm|i've|we)$/.test(word)))

/** Within so many words a sentence names whom it tells of. */
const OPENING_WORDS = 8

/** How much the word that stands for a term counts: the best of those that may. */
function worthOf({ lemma, variants }: Term, { words, text }: Statement): number {
  const isThing = baseOfVerb(lemma) === undefined
  let best: number | undefined
  // A long sentence may hold such a word many times.
  let tokens: readonly string[] | undefined
  for (const [at, word] of words.entries()) {
    const other = lemmaOf(word)
    if (!variants.has(other)) continue
    tokens ??= text.replaceAll('’', "'").match(TOKEN) ?? []
    const isKind = (RELATED.get(lemma)?.get(other) ?? 1) < KIND_MOST
    const isOff =
      (isThing && isKind && isUsedAsVerb(words, at)) ||
      isWithinName(tokens, at) ||
      // "six children" has no daughter.
      (isKin(lemma) &&
        isKin(other) &&
        variants.get(other) !== 1 &&
        !isKindOfKin(other, lemma) &&
        // Whoever is a widow had a husband.
        !(/^widow/.test(other) && /^(?:husband|wif|wife|spous)/.test(lemma)) &&
        other !== TWIN)
    best = Math.max(best ?? 0, isOff ? NO_EVIDENCE : 1)
  }
  return best ?? 1
}

/** It may be said of brothers, of children and of grandchildren. */
const TWIN = lemmaOf('twin')

/** "goes fishing", "I fish", "was boxed" */
function isUsedAsVerb(words: readonly string[], at: number): boolean {
  const word = words[at] ?? ''
  const before = words[at - 1] ?? ''
  if (baseOfVerb(word) === undefined || DETERMINER.test(before)) return false
  return (
    word.endsWith('ing') ||
    /^(?:i|you|he|she|it|we|they|to|who|never|always)$/.test(before) ||
    isAuxiliary(before) ||
    (/ed$/.test(word) && baseOfPast(word) !== undefined)
  )
}

const DETERMINER = /^(?:the|a|an|my|your|our|his|her|their|its|this|that|no|two|three|some|any|of|and|or)$/

/** "the Merry Widow", "Black Fen": a name of several words, but for the title that it begins with. */
function isWithinName(tokens: readonly string[], at: number): boolean {
  const isCapital = (token: string | undefined) => token !== undefined && /^(?!I(?:'|$))\p{Lu}/u.test(token)
  if (at === 0 || !isCapital(tokens[at])) return false
  if (at > 1 && isCapital(tokens[at - 1])) return true
  return isCapital(tokens[at + 1]) && /^(?:the|of)$/.test(tokens[at - 1] ?? '')
}

/** As `wordsOf` finds them, with their capital letters. */
const TOKEN = /[\p{L}\p{N}]+(?:(?:['-]|(?<=\p{N})[.:,](?=\p{N}))[\p{L}\p{N}]+)*/gu
