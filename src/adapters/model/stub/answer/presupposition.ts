import { isKin, isKindOfKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { lemmasOf } from '../language/text.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import { inner, type Response, type Turn } from './turn.js'

const OWNED = /\byour (?:own |little |big |late |dear |lovely )*([\p{L}-]{3,20})/giu
const NONE = /^(?:no|never|nobody|not|without|hate|unmarried|childless)$/
const UNMARRIED = /\b(?:live alone|never married|unmarried|not married|single|a bachelor|live by myself)\b/i
const CHILDLESS = /\b(?:no children|never had (?:any )?children|childless|no kids|without children)\b/i
const PARTNER: ReadonlySet<string> = new Set(['husband', 'wife', 'spouse', 'partner'].map(lemmaOf))
const CHILD: ReadonlySet<string> = new Set(['child', 'son', 'daughter'].map(lemmaOf))
const NEVER =
  /\b(?:have never|never|have not|haven't) (?:\p{L}+ )?(?:been (?:to|in)|visited|seen|met|heard of|set foot)\b/iu

/**
 * What says that there is nothing of the kind that a question takes for granted: "I live alone" to "Does your husband mind?",
 * "I have never been to Sydney" to "How did you like Sydney?". Undefined where nothing says so.
 */
export function denyPresupposition(
  { sources: { persona }, speaker }: Turn,
  question: Question,
): Response | undefined {
  const denial = neverThere(question, persona.statements) ?? nobodyThere(question, persona.statements)
  if (denial === undefined) return undefined
  return { gesture: 'frowns', sentences: [speaker.fresh(`No, ${inner(denial.text)}`)] }
}

const neverThere = (
  { focus: { names } }: Question,
  statements: readonly Statement[],
): Statement | undefined =>
  names.size === 0
    ? undefined
    : statements.find(
        ({ text, lemmas, parts }) =>
          parts.length === 0 && NEVER.test(text) && [...names].every((name) => lemmas.includes(name)),
      )

function nobodyThere({ text }: Question, statements: readonly Statement[]): Statement | undefined {
  for (const { 1: noun = '' } of text.matchAll(OWNED)) {
    const lemma = lemmaOf(noun.toLowerCase())
    const isOwned = statements.some(
      ({ words, roles }) =>
        roles.some(({ role }) => role === lemma || isKindOfKin(role, lemma)) ||
        words.some(
          (word, at) => /^(?:my|our)$/.test(word) && lemmasOf(words.slice(at + 1, at + 4)).includes(lemma),
        ),
    )
    if (isOwned) continue
    if (PARTNER.has(lemma))
      return statements.find(({ text: told, parts }) => parts.length === 0 && UNMARRIED.test(told))
    if (CHILD.has(lemma))
      return statements.find(({ text: told, parts }) => parts.length === 0 && CHILDLESS.test(told))
    const none =
      isKin(lemma) || lemma.length > 2 ? statements.find((each) => deniesHaving(each, lemma)) : undefined
    if (none !== undefined) return none
  }
  return undefined
}

/** "I have no dog" */
const deniesHaving = ({ words, parts }: Statement, lemma: string): boolean =>
  parts.length === 0 &&
  words[0] === 'i' &&
  words.some((word, at) => NONE.test(word) && lemmasOf(words.slice(at + 1, at + 3)).includes(lemma)) &&
  words.some((word) => /^(?:have|own|keep|had|got)$/.test(word))
