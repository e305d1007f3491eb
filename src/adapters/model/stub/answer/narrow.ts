import { lemmaOf } from '../language/lemma.js'
import { isFunctionWord, wordsOf } from '../language/text.js'
import { isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { fitOf, needsForm } from '../question/expectation.js'
import type { QuestionKind } from '../question/question-kind.js'
import type { Question } from '../question/read-question.js'
import { withoutTail } from '../statements/clauses.js'
import { createStatement, type Statement } from '../statements/statement.js'
import { weightIn } from '../statements/statement-index.js'
import type { Found } from './rate.js'

/** These are answered by one fact; whoever asks for more gets the whole sentence. */
const ONE_FACT: ReadonlySet<QuestionKind> = new Set([
  ...(['who', 'what', 'which', 'where', 'when', 'how', 'yes-no'] as const),
  ...(['how many', 'how much', 'how long', 'how old'] as const),
])
/** What explains the answer is dropped only from these. */
const BARE: ReadonlySet<QuestionKind> = new Set([
  ...(['when', 'how many', 'how much', 'how long', 'how old'] as const),
])

/**
 * The part of a sentence that answers, without what else it tells: of "The hut was built in 1938 and enlarged in 1974" the
 * second half for "When was it enlarged?". The whole where no part holds all that was found in it.
 */
export function narrow(question: Question, found: Found): Found {
  if (!ONE_FACT.has(question.kind)) return found
  const item = itemOf(question, found.statement)
  if (item !== undefined) return { ...found, statement: item }
  if (countsOther(question, found)) return found
  const part = partOf(question, found.statement)
  const bare =
    BARE.has(question.kind) ||
    (/^wh/.test(question.kind) && / (?:because|since) /.test(part.text)) ||
    (question.asksYou && /^wh/.test(question.kind) && ASIDE.test(part.text))
      ? withoutExplanation(question, part)
      : part
  const short = question.kind === 'yes-no' ? bare : withoutEnd(question, bare)
  return short === found.statement ? found : { ...found, statement: short }
}

/** "It has thirty rooms, of which ten are open": asked for those that can be seen, both numbers are told. */
const countsOther = ({ kind, terms }: Question, { statement, held }: Found): boolean =>
  kind === 'how many' &&
  /,? of (?:which|them|these) \p{L}+/u.test(statement.text) &&
  terms.some(({ weight }, at) => weight >= 1 && (held & (1 << at)) === 0)

const FIELD = /^My \p{L}+ (?:is|are) (?=\p{Ll})/u
const ITEM_WORDS = 9

/** Of a list without a verb the item that alone holds what was asked: "sharpening 4 euros" of what a rink charges. */
function itemOf(question: Question, whole: Statement): Statement | undefined {
  const { text, parts, context, source, place } = whole
  if (parts.length > 0 || !text.includes(', ') || /^(?:If|When|Whenever|Unless) /.test(text)) return undefined
  const field = FIELD.exec(text)?.[0] ?? ''
  const segments = text
    .slice(field.length)
    .replace(/[.]$/, '')
    .split(field === '' ? /, (?:and )?/ : /, (?:and )?| and /)
  const [first = ''] = segments
  if (segments.length < 2 || (field === '' && /^(?:I|My|We|Our|You)\b/.test(text))) return undefined
  const isWhole = (segment: string) =>
    wordsOf(segment.split(/ (?:who|which|that) /)[0] ?? '').some(isFiniteVerb)
  if (wordsOf(first).some(isFiniteVerb) || (field === '' && segments.some(isWhole))) return undefined
  const items = segments.map((segment) =>
    createStatement(`${segment.charAt(0).toUpperCase()}${segment.slice(1)}.`, source, {
      context,
      isClause: true,
      ...(place === undefined ? {} : { place }),
    }),
  )
  const own = items.filter(
    ({ lemmas }) =>
      question.terms.some(
        (term) =>
          term.weight >= 1 &&
          weightIn(lemmas, term) > 0 &&
          items.filter((other) => weightIn(other.lemmas, term) > 0).length === 1,
      ) && lemmas.length > 1,
  )
  const [item] = own
  return own.length === 1 &&
    item !== undefined &&
    item.words.length <= ITEM_WORDS &&
    (TRIMMED.has(question.kind) ||
      question.kind === 'yes-no' ||
      / (?:who|which|that) /.test(item.text) ||
      item.lemmas.includes(question.focus.verb ?? '')) &&
    fitOf(question, item) >= Math.min(1, fitOf(question, whole))
    ? item
    : undefined
}

/** One value answers these; what comes behind it in a list is another one's. */
const TRIMMED: ReadonlySet<QuestionKind> = new Set([
  ...(['how many', 'how much', 'how long', 'how old', 'when'] as const),
])
/** Words of so many letters tell one thing from another: "with" a room, "without" one. */
const TELLING = 4
const SEGMENT = /: |, | and | but |; | – | — /g
/** Behind these stands more of the same value: "at 11 am and 3 pm", "two and a half". */
const MORE_OF_IT =
  /^(?:,| and) (?:(?:a half|a quarter|o'clock)\b|(?:at |on |in |from )?(?:\d|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))/i

/**
 * The beginning of a sentence that holds all that was found in it and has the form of the answer: "It costs 480 pounds
 * with a room" of "It costs 480 pounds with a room and 310 without", asked for the one with a room.
 */
function withoutEnd(question: Question, whole: Statement): Statement {
  const needed = heldBy(question, whole)
  const { context, source, place, text } = whole
  const isValue = TRIMMED.has(question.kind)
  for (const { index, 0: mark } of text.matchAll(SEGMENT)) {
    const head = text.slice(0, index)
    if (!isValue && mark !== '; ' && !isBeside(head, text.slice(index))) continue
    // "between seven and nine", "two and a half", a bracket that is open
    if (head.includes(': ')) break
    // "If you want a goose" is no answer.
    if (
      /^(?:if|when|because|although|though|while|unless|as soon as|after|before|that|so that)\b/i.test(head)
    )
      continue
    const last = head.slice(Math.max(head.lastIndexOf(','), head.lastIndexOf(';')) + 1)
    if (/\b(?:between|both|either|from)\b/i.test(last)) continue
    if (question.kind === 'when' && MORE_OF_IT.test(text.slice(index))) continue
    if (/^ and a (?:half|quarter)\b/.test(text.slice(index))) continue
    if (
      head.lastIndexOf('(') > head.lastIndexOf(')') ||
      !wordsOf(head)
        .slice(1)
        .some((word) => isFiniteVerb(word) || isBaseVerb(word))
    )
      continue
    const part = createStatement(`${head}.`, source, {
      context,
      isClause: true,
      ...(place === undefined ? {} : { place }),
    })
    const holds =
      (needed & ~heldBy(question, part)) === 0 &&
      question.words.every(
        (word) => word.length < TELLING || part.words.includes(word) || !whole.words.includes(word),
      ) &&
      question.terms.every(({ lemma }) => part.lemmas.includes(lemma) || !whole.lemmas.includes(lemma)) &&
      (isValue || mark === '; ' || tellsMore(question, part))
    if (holds && fitOf(question, part) >= Math.max(1, fitOf(question, whole))) return part
  }
  return whole
}

/** "…, and with whom I quarrel" tells more of what was named; "For burns I use fat, for coughs honey" tells of two things. */
function isBeside(head: string, rest: string): boolean {
  if (/^,? and (?:(?:with|for|of|from|in|to|by|on) )?(?:whom|which|whose|who|where)\b/.test(rest)) return true
  const preposition = /^,? (?:and )?(for|in|on|at|from|to|with|against) /.exec(rest)?.[1]
  return preposition !== undefined && wordsOf(head).includes(preposition)
}

/** It holds something that the question does not. */
const tellsMore = ({ terms }: Question, { lemmas }: Statement): boolean =>
  lemmas.some((each) => !terms.some(({ lemma, variants }) => lemma === each || variants.has(each)))

function partOf(question: Question, whole: Statement): Statement {
  const needed = heldBy(question, whole) & ~ofWhich(question)
  const fit = fitOf(question, whole)
  const isFormal = needsForm(question.kind) || /^(?:where|how much)$/.test(question.kind)
  const fits = (part: Statement) => !isFormal || fitOf(question, part) >= Math.min(fit, 1)
  const says = (part: Statement) => !isOpen(question.kind) || !ONLY_HAS.test(part.text)
  // What the sentence goes back to its parts do, too.
  const holds = (part: Statement) =>
    (needed & ~heldBy(question, { lemmas: part.lemmas, context: [...part.context, ...whole.context] })) === 0
  const holding = whole.parts.filter((part) => says(part) && holds(part) && fits(part))
  // A part that speaks of what was asked itself comes before one that goes back to it.
  const exact = question.terms.filter(({ lemma, weight }) => weight >= 1 && whole.lemmas.includes(lemma))
  const literal = holding.filter((part) => exact.every(({ lemma }) => part.lemmas.includes(lemma)))
  return (
    literal.find((part) => (needed & ~heldBy(question, { ...part, context: [] })) === 0) ??
    holding.find((part) => (needed & ~heldBy(question, { ...part, context: [] })) === 0) ??
    holding[0] ??
    partWithSameWords(question, whole, fits) ??
    partThatDiffers(question, whole) ??
    whole
  )
}

/** Asked for a number or a time, a part that holds all that the whole holds word for word: the rest of it matched by chance. */
function partWithSameWords(
  question: Question,
  whole: Statement,
  fits: (part: Statement) => boolean,
): Statement | undefined {
  if (/^(?:where|who|yes-no)$/.test(question.kind)) return undefined
  const exact = question.terms.filter(({ lemma, weight }) => weight >= 1 && whole.lemmas.includes(lemma))
  if (exact.length === 0) return undefined
  return whole.parts.find(
    (part) =>
      exact.every(({ lemma }) => part.lemmas.includes(lemma)) && fitOf(question, part) >= 1 && fits(part),
  )
}

/** Of several values the one beside what tells them apart: "a large one is 10" of two jars, asked for the large one. */
function partThatDiffers(question: Question, { parts }: Statement): Statement | undefined {
  if (!TRIMMED.has(question.kind)) return undefined
  const valued = parts.filter((part) => fitOf(question, part) >= 1)
  if (valued.length < 2) return undefined
  const holds = ({ lemmas }: Statement, lemma: string) => lemmas.includes(lemma)
  return valued.find((part) =>
    question.terms.some(
      ({ lemma }) => holds(part, lemma) && !valued.some((other) => other !== part && holds(other, lemma)),
    ),
  )
}

/** "…, which I would never admit" */
const ASIDE = /, (?:which|who|whose|although|though|even though) /

/** Nothing tells by its form whether a sentence answers. */
const isOpen = (kind: QuestionKind) => kind === 'what' || kind === 'which' || kind === 'how'
/** Says only that there is something of which more may follow. */
const ONLY_HAS = /^(?:I|We|There) (?:have|had|got|are|is|keep) /

function withoutExplanation(question: Question, whole: Statement): Statement {
  const text = withoutTail(whole.text)
  if (text === undefined) return whole
  const { context, source, place } = whole
  const bare = createStatement(text, source, {
    context,
    isClause: true,
    ...(place === undefined ? {} : { place }),
  })
  const needed = heldBy(question, whole)
  // What only the explanation says is no context of the rest.
  const own = context.filter((lemma) => !whole.lemmas.includes(lemma))
  const isAll = (needed & ~heldBy(question, { lemmas: bare.lemmas, context: own })) === 0
  const isTelling = question.words.every(
    (word) => word.length < TELLING || bare.words.includes(word) || !whole.words.includes(word),
  )
  return isAll && isTelling && (!needsForm(question.kind) || fitOf(question, bare) >= 1) ? bare : whole
}

/** In "Which of your sons is a baker?" only what is asked of the sons must be there. */
function ofWhich({ kind, terms, words }: Question): number {
  if (kind !== 'which') return 0
  const after = words.slice(words.indexOf('which') + 1).find((word) => !isFunctionWord(word)) ?? ''
  const at = terms.findIndex(({ lemma }) => lemma === lemmaOf(after))
  return at < 0 ? 0 : 1 << at
}

/** Whether words hold a term; one that counts little must be there itself. */
function isHeld(
  term: Question['terms'][number],
  { lemmas, context }: Pick<Statement, 'lemmas' | 'context'>,
  countsVague: boolean,
): boolean {
  if (term.weight < 1) return countsVague && lemmas.includes(term.lemma)
  return weightIn(lemmas, term) > 0 || weightIn(context, term) > 0
}

/** The terms that a statement holds, a bit each. */
function heldBy({ terms, kind }: Question, statement: Pick<Statement, 'lemmas' | 'context'>): number {
  return terms.reduce(
    (bits, term, at) => (isHeld(term, statement, isOpen(kind)) ? bits | (1 << at) : bits),
    0,
  )
}
