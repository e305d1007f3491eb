import { lemmaOf } from '../language/lemma.js'
import { capitalise, stemsOf } from '../language/text.js'
import { isBaseVerb } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import type { Sources } from './find-answer.js'
import type { Found } from './rate.js'

/** `isBeside`: the reason stands next to what was asked about, and not in it. */
type Reason = { readonly found: Found; readonly isBeside: boolean }

/** The statement that answers why: one of those found that gives a reason, else one beside the best of them. */
export function findReason(
  question: Question,
  found: readonly Found[],
  { own, lastReply }: Sources,
): Reason | undefined {
  // The whole of a sentence gives the reason for its parts.
  const fresh = found
    .filter(({ statement }) => !lastReply.includes(statement.text))
    .toSorted((a, b) => Number(a.statement.isClause) - Number(b.statement.isClause))
  const giving = (pattern: RegExp) =>
    fresh.find(({ statement: { text } }) => givesReason(text, question, pattern))
  const reason =
    giving(REASON) ??
    giving(EVENT) ??
    givingWhole(fresh, question, own.statements) ??
    (question.isNegated
      ? fresh
          .map((each) => wholeOf(each, own.statements))
          .find(({ statement: { text } }) => THWARTED.test(text))
      : undefined)
  if (reason !== undefined) return { found: withoutWrongReason(reason), isBeside: false }
  const [best] = found
  if (best === undefined) return undefined
  const { statements } = own
  // "…and went deaf; I am still ashamed of that": what "that" goes back to is why.
  if (FEELS_IT.test(best.statement.text)) {
    const whole = wholeOf(best, statements)
    if (whole.statement !== best.statement) return { found: whole, isBeside: true }
  }
  const at = statements.indexOf(best.statement)
  const beside = statements
    .slice(Math.max(0, at - 1), at + 3)
    .find(
      ({ text }) =>
        text !== best.statement.text &&
        givesReason(text, question, REASON) &&
        (TAKES_UP.test(text) || sharesFocus(question, text)),
    )
  return beside === undefined ? undefined : { found: { ...best, statement: beside }, isBeside: true }
}

const REASON =
  /\b(?:because|since(?! (?:\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|last|then))|so that|so (?:i|my|we|that)|after|due to|for fear|in order|which is why|that is why|therefore|would not|wouldn't|until|refused|afraid|allergic|hate|love|it's the|it is the|on account of|for [a-z]+ing|thanks to|for lack of|for want of|(?<!\b(?:want|wants|wanted|have|has|had|used|going|able|allowed|need|needs|like|likes|love|loves|try|tried|learned|hope|hopes|hoped|plan|planned|promised|refuse|refused|forgot|forced|asked|told|taught|way|time|how|began|begun|begin|would|swore|vowed|determined|meant|supposed) )to (?:get away|escape|avoid|pay|prove|please|save|help|earn|support|be near|be close|forget|find|impress|keep|stop|make|feed|look after|care for|hide|protect|follow|marry|study|raise|buy|be with|live with))\b/gi
/** What happened to somebody is a reason for what they did or did not do after it. */
const EVENT =
  /\b(?:kicked|bitten|injured|shot|died|drowned|killed|left|ended|lost|broke|burnt|burned|torn|arrested|stole|fell|made me|forced|banished|closed)\b/gi

/** Whether a sentence gives a reason in words that the question does not have itself. */
const givesReason = (text: string, { terms }: Question, pattern: RegExp): boolean =>
  (text.match(pattern) ?? []).some(
    (word) => !terms.some(({ lemma }) => lemma === lemmaOf(word.toLowerCase())),
  )

/** "I left not from fear, but because I was bored": only the second is the reason. */
function withoutWrongReason(found: Found): Found {
  const { statement } = found
  const because = /\bnot\b.{3,80}, but (because [^.!?;]{3,200})/.exec(statement.text)?.[1]
  return because === undefined
    ? found
    : { ...found, statement: { ...statement, text: `${capitalise(because)}.` } }
}

/** "I broke my wrist and missed six games": what stands before an "and" is why. */
function givingWhole(
  fresh: readonly Found[],
  question: Question,
  statements: readonly Statement[],
): Found | undefined {
  const [best] = fresh
  if (best === undefined || !best.statement.isClause || !/^I\b/.test(best.statement.text)) return undefined
  const whole = wholeOf(best, statements)
  const at = whole.statement.parts.indexOf(best.statement)
  const before = whole.statement.parts[at - 1]
  return before !== undefined &&
    / and \p{Ll}/u.test(whole.statement.text) &&
    givesReason(before.text, question, EVENT)
    ? whole
    : undefined
}

const wholeOf = (found: Found, statements: readonly Statement[]): Found => ({
  ...found,
  statement: statements.find(({ parts }) => parts.includes(found.statement)) ?? found.statement,
})

/** What was wanted and came to nothing: "I had meant to be a dentist, but fainted." */
const THWARTED =
  /\b(?:wanted|meant|hoped|planned|intended|wished|dreamed|tried|would|could|supposed)\b.{2,120}\b(?:but|until|only)\b|\b(?:was|were) .{2,40}\b(?:and|so) (?:\p{L}+ )?(?:could|can|did|does|would) not\b/iu
const FEELS_IT =
  /\b(?:ashamed|proud|afraid|sorry|glad|angry|sad|happy|famous|hated|banned|grateful) (?:of|for|about|over) (?:that|it|this)\b/i
/** It goes on with what was said right before. */
const TAKES_UP = /^(?:It|That|This|They|Because|So|Since then|After that)\b/

/** It speaks of what the question is about: one of its nouns, word for word. */
const sharesFocus = ({ terms }: Question, text: string): boolean => {
  const lemmas = stemsOf(text)
  return terms.some(({ lemma, weight }) => weight >= 1 && !isBaseVerb(lemma) && lemmas.includes(lemma))
}
