import { lemmaOf } from '../language/lemma.js'
import { baseOfPast, isBaseVerb } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'

/** "They accused me of stealing it" does not say that I stole it. */
const ALLEGED =
  /\b(?:accus(?:ed?|es|ing)|suspect(?:s|ed)?|blam(?:ed?|es|ing)|rumou?red|alleged|supposedly|claim(?:s|ed)?|pretend(?:s|ed)?|legend has it|(?:people|they|some|folk|others|many) (?:say|said|think|thought|believe|believed))\b/i
const ASKS_FOR_ANOTHER = /\b(?:another|any other|anybody else|anyone else|somebody else|someone else)\b/i
const ASKS_OF_NOW = /^(?:and |so |but )?(?:do|does|don't|doesn't)\b/i
const PERFECT = /^(?:have|has|had|i've|we've|they've|he's|she's|been|am|is|are|get|gets)$/

/**
 * Whether a statement that holds the words of a yes/no question may say yes to it: as a fact and not as what is alleged, of
 * the time that is asked about, and of another one where another one is asked for.
 */
export const mayAffirm = (question: Question, statement: Statement): boolean =>
  (!ALLEGED.test(statement.text) || ALLEGED.test(question.text)) &&
  !(ASKS_FOR_ANOTHER.test(question.text) && /^I(?: am|'m) the\b/.test(statement.text)) &&
  !isOnlyOfThePast(question, statement)

/** "I once ate goats" says nothing of what is eaten now; "I have kept bees for years" does. */
export function isOnlyOfThePast({ text, focus: { verb } }: Question, { words }: Statement): boolean {
  if (verb === undefined || !ASKS_OF_NOW.test(text)) return false
  const done = words.flatMap((word, at) => (lemmaOf(word) === verb ? [at] : []))
  return done.length > 0 && done.every((at) => isPastForm(words, at))
}

function isPastForm(words: readonly string[], at: number): boolean {
  const word = words[at] ?? ''
  if (isBaseVerb(word) || baseOfPast(word) === undefined) return false
  return !words.slice(Math.max(0, at - 3), at).some((before) => PERFECT.test(before))
}
