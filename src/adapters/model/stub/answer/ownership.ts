import { isKin } from '../language/kin.js'
import { isNumber, lemmaOf } from '../language/lemma.js'
import { baseOfPast, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'

const ASKS_HAVING =
  /^(?:and |so |but )?(?:(?:do|did) you (?:\p{L}+ )?(?:have|own|keep|got)|have you(?: got)?|you got|got|any)\b(?! (?:to|ever|been|always|never|\p{L}+(?:ed|en))\b)/iu
const OWNING = /^(?:my|our|have|own|keep|got|had|kept|owned|no|without|never|there|your|pet|allergic)$/
const OTHERS = /^(?:has|owns|keeps)$/
const TOGETHER = /\b(?:live|lived|share|shared|travel|travelled|sleep|home|house|flat|company)\b/i

/**
 * Asked whether "you" have something, a statement in which it is nobody's or somebody else's says neither yes nor no: "a room
 * with spiders", "my rival has a jackdaw", "my mum's greyhound", "I have caught two mice".
 */
export function isUnowned({ text, terms, kind }: Question, statement: Statement): boolean {
  if (kind !== 'yes-no' || statement.source !== 'persona' || !ASKS_HAVING.test(text)) return false
  const asked = terms.filter(({ lemma, weight }) => weight >= 1 && !isBaseVerb(lemma))
  if (asked.length === 0) return false
  const { words, context } = statement
  const asksKin = asked.some(({ lemma }) => isKin(lemma))
  const isOwn = asksKin ? isKinOfMe : isOwnedAt
  const isAsked = (lemma: string) => asked.some((term) => term.lemma === lemma || term.variants.has(lemma))
  const held = words.flatMap((word, at) => (isAsked(lemmaOf(word)) ? [at] : []))
  // What only goes on from "children ride free" says still less of the character's own.
  if (asksKin && held.length === 0 && context.some(isAsked)) return true
  return held.length > 0 && !held.some((at) => isOwn(words, at, statement.text))
}

/** "My daughter", "four children": of "children ride free" nobody is the character's. */
function isKinOfMe(words: readonly string[], at: number, text: string): boolean {
  const near = words.slice(Math.max(0, at - KIN_WITHIN), at)
  const isNear = near.some((word) => OWNING.test(word) || RAISES.test(word))
  // "Four grown children"
  const isCounted = near.slice(-COUNTED_WITHIN).some(isNumber)
  return (
    isNear || isCounted || PARENT.test(text) || (words.slice(0, at).includes('with') && TOGETHER.test(text))
  )
}

const KIN_WITHIN = 4
const COUNTED_WITHIN = 2
const RAISES =
  /^(?:raised?|raising|bore|born|brought|adopted|fathered|married|lost|buried|wedded|an?|one|only|both|his|her|their|i|me)$/
const PARENT = /\b(?:mother|father|parent|widow|widower|grandmother|grandfather)\b/i

function isOwnedAt(words: readonly string[], at: number, text: string): boolean {
  const before = words.slice(0, at)
  const isOfMe = words.some((word) => /^(?:i|i'm|i've|we|me|us)$/.test(word))
  if (before.some((word) => OTHERS.test(word)) && !isOfMe) return false
  const last = before.at(-1) ?? ''
  if (/[^s]'s$/.test(last) && !/^(?:here|there|it|that|what|who)'s$/.test(last)) return false
  // "My squire Wat rides a mule."
  if (
    words[0] === 'my' &&
    at > 2 &&
    !isOfMe &&
    before.slice(2).some((word) => isFiniteVerb(word) && !IS.test(word))
  )
    return false
  if (before.slice(-WITHIN).includes('with')) return TOGETHER.test(text)
  const have = before.lastIndexOf('have')
  return (
    have < 0 || !isDone(before[have + 1] ?? '') || before.some((word) => OWNING.test(word) && word !== 'have')
  )
}

const IS = /^(?:is|was|are|were)$/
const WITHIN = 3

/** "I have caught two mice" has none. */
const isDone = (next: string): boolean =>
  baseOfPast(next) !== undefined && !/^(?:had|got|kept|owned)$/.test(next)
