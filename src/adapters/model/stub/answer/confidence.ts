import { lemmaOf } from '../language/lemma.js'
import { isFunctionWord } from '../language/text.js'
import { isAuxiliary, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import type { Found } from './rate.js'

/**
 * What each sign adds to the log-odds that a statement answers. Fitted by logistic regression on the questions of
 * `fixtures/talk` that are not held out, each asked a second time with the sentence that answered it taken away, so that
 * whatever is told then is wrong.
 */
const WEIGHTS = {
  bias: 0.06,
  coverage: 2.68,
  /** The share of the question that stands there word for word. */
  exact: 0.44,
  /** The share that only the sentence before has, to which a pronoun goes back. */
  inContext: 0.36,
  standsForNoun: 0.58,
  onlyOneWord: -0.5,
  otherTense: -1.18,
  /** The score of the next best, as a share of the best one. */
  rival: -1.04,
  ofPlayer: 0.86,
  ofDocument: -0.81,
  /** For each of twenty words. */
  length: -0.83,
  nothingNew: -0.78,
  notOfSpeaker: -0.86,
  otherSubject: -0.74,
  negated: -0.75,
  decides: 0.6,
  hasForm: 0.55,
  lacksForm: -0.48,
}
type Signs = Readonly<Record<keyof typeof WEIGHTS, number>>

/**
 * The estimated probability that a statement answers a question, from 0 to 1; `rival` is the next best. The score ranks
 * statements against each other, and the best of them may still be about something else: this says whether it is.
 */
export function confidenceOf(question: Question, best: Found, rival: Found | undefined): number {
  const signs = signsOf(question, best, rival)
  let logOdds = 0
  for (const [name, weight] of Object.entries(WEIGHTS)) logOdds += weight * signs[name as keyof Signs]
  return 1 / (1 + Math.exp(-logOdds))
}

function signsOf(question: Question, best: Found, rival: Found | undefined): Signs {
  const { kind, asksYou } = question
  const { statement, coverage, fit, score } = best
  const { source, words, isNegated, isPast, lemmas } = statement
  const isOpen = kind !== 'yes-no'
  const subject = subjectOf(question)
  return {
    bias: 1,
    coverage,
    ...sharesOf(question, best),
    otherTense: Number(isPast !== question.isPast),
    rival: rival === undefined ? 0 : rival.score / Math.max(score, 0.01),
    ofPlayer: Number(source === 'told' || source === 'remembered'),
    ofDocument: Number(source === 'document'),
    length: Math.min(lemmas.length, LONG) / LONG,
    nothingNew: Number(isOpen && addsNothing(question, statement)),
    notOfSpeaker: Number(asksYou && source === 'persona' && !/^(?:i|i'm|i've|we)$/.test(words[0] ?? '')),
    otherSubject: Number(subject !== undefined && isOfOtherSubject(subject, statement)),
    negated: Number(isNegated && isOpen && kind !== 'why'),
    decides: Number(!isOpen),
    hasForm: Number(fit >= 1.15),
    lacksForm: Number(fit < 1),
  }
}

const LONG = 20

/** How the words of a question are held: themselves, by the sentence before, or by others that stand for them. */
function sharesOf(
  { terms }: Question,
  { statement: { lemmas, context }, held }: Found,
): Pick<Signs, 'exact' | 'inContext' | 'standsForNoun' | 'onlyOneWord'> {
  let all = 0
  let exact = 0
  let inContext = 0
  let standsForNoun = 0
  for (const [at, { lemma, weight }] of terms.entries()) {
    all += weight
    if (lemmas.includes(lemma)) exact += weight
    else if (context.includes(lemma)) inContext += weight
    else if ((held & (1 << at)) !== 0 && !isBaseVerb(lemma)) standsForNoun = 1
  }
  const share = (part: number) => (all === 0 ? 0 : part / all)
  return {
    exact: share(exact),
    inContext: share(inContext),
    standsForNoun,
    onlyOneWord: Number(terms.filter(({ weight }) => weight >= 1).length <= 1),
  }
}

/** "I broke my hip." for "How did you break your hip?" */
export function addsNothing({ words }: Question, { lemmas }: Statement): boolean {
  const asked = new Set(words.map(lemmaOf))
  return lemmas.every((lemma) => asked.has(lemma))
}

const ASKING =
  /^(?:do|does|did|don't|doesn't|didn't|is|are|was|were|has|have|had|can|could|will|would|may|might|should|must)$/
const ARTICLE = /^(?:the|a|an|your|my|his|her|their|our|its|any|all|some|no|not|ever|still|really|of)$/
const SUBJECT_WORDS = 6

/** What a question with an auxiliary is asked of, as a lemma: the miller of "Did the miller keep his promise?" */
export function subjectOf({ words, kind }: Question): string | undefined {
  const at = words.findIndex((word) => ASKING.test(word))
  if (at < 0 || (kind === 'who' && at === 1)) return undefined
  let head: string | undefined
  for (const word of words.slice(at + 1, at + 1 + SUBJECT_WORDS)) {
    if (ARTICLE.test(word)) {
      if (head !== undefined) return head
      continue
    }
    if (isFunctionWord(word) || isAuxiliary(word) || (head !== undefined && isBaseVerb(word))) return head
    head = lemmaOf(word.replace(/'s$/, ''))
  }
  return head
}

/** Asked what Ann does, it begins with somebody or something else. */
export function isOfOtherSubject(asked: string, { words, context }: Statement): boolean {
  const verb = words.findIndex((word, at) => at > 0 && (isFiniteVerb(word) || isAuxiliary(word)))
  const before = words.slice(0, verb < 1 ? 4 : verb + 1)
  const goesBack = /^(?:it|he|she|they|this|that|these|there)$/.test(words[0] ?? '')
  return (
    !before.some((word) => lemmaOf(word.replace(/'s$/, '')) === asked) &&
    !(goesBack && context.includes(asked))
  )
}
