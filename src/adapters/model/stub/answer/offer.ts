import { lemmaOf } from '../language/lemma.js'
import { KIND_OF } from '../language/synonyms.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import { inner, type Response, type Turn } from './turn.js'

const OFFERS =
  /^(?:and |so )?(?:(?:may|can|could|shall|should|will) (?:i|we) (?:offer|bring|pour|serve|get|buy|give|make|fetch|cook) you|(?:would|will|could|do|don't) you (?:like|want|care for|fancy|have|take|eat|drink))\b/i
const ONLY = /\bI (?:drink|eat|take|touch) (?:only|nothing but|nothing except|just) /
const NEVER =
  /\bI (?:(?:have )?never (?:drink|drunk|eat|eaten|touch|touched|taste|tasted)|(?:do not|don't|cannot|can't) (?:drink|eat|touch|stand|bear)|(?:drink|eat) no\b|have no\b)/
const DRINKS = 'coffee tea beer wine water milk juice mate cocoa whisky rum gin vodka brandy cider lemonade'
const FOODS =
  'meat beef pork lamb chicken steak sausage ham bacon fish salmon cake bread cheese egg soup stew apple sandwich pie salad'
const KINDS = { drink: setOf(DRINKS), food: setOf(FOODS) }

/** "May I offer you a coffee?" by what the character drinks alone, or by a kind of thing that it never eats. */
export function answerOffer({ sources, speaker }: Turn, { text, terms }: Question): Response | undefined {
  if (!OFFERS.test(text)) return undefined
  const offered = terms.map(({ lemma }) => lemma)
  const refusal = sources.persona.statements.find(
    (statement) => isOnlyAnother(statement, offered) || isNeverOfKind(statement, offered),
  )
  if (refusal === undefined) return undefined
  return { gesture: 'smiles', sentences: [speaker.fresh(`No, ${inner(refusal.text)}`)] }
}

function isOnlyAnother({ text, lemmas }: Statement, offered: readonly string[]): boolean {
  if (!ONLY.test(text) || offered.some((lemma) => lemmas.includes(lemma))) return false
  const kind = /\bI eat\b/.test(text) ? KINDS.food : KINDS.drink
  return offered.some((lemma) => kind.has(lemma))
}

const isNeverOfKind = ({ text, lemmas }: Statement, offered: readonly string[]): boolean =>
  NEVER.test(text) &&
  offered.some((lemma) => (KIND_OF.get(lemma) ?? []).some((kind) => lemmas.includes(kind)))

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(lemmaOf))
}
