import { isKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { oppositesOf } from '../language/synonyms.js'
import { lemmasOf, wordsOf } from '../language/text.js'
import { isAuxiliary, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { cycleOf, isAmong } from '../question/calendar.js'
import type { Question } from '../question/read-question.js'
import { isNegated, type Statement } from '../statements/statement.js'
import { weightIn } from '../statements/statement-index.js'
import { isOnlyOfThePast, mayAffirm } from './vouch.js'

export type Verdict = 'yes' | 'no' | 'open'

/** Whether a statement answers a yes/no question with yes or no; `open` when it only says something about it. */
export function verdictOf(question: Question, statement: Statement, coverage: number): Verdict {
  const byExistence = verdictByExistence(question, statement)
  if (byExistence !== undefined) return byExistence
  if (ASKS_COMPANY.test(question.text) && ALONE.test(statement.text))
    return question.isNegated ? 'open' : 'no'
  const byPrice = verdictByPrice(question, statement)
  if (byPrice !== undefined) return byPrice
  const byDay = verdictByDay(question, statement)
  if (byDay !== undefined) return byDay
  if (ABANDONED.test(statement.text) && !WISHED.test(question.text)) return 'no'
  if (OUT_OF_ORDER.test(statement.text) && ASKS_WORKING.test(question.text))
    return question.isNegated ? 'open' : 'no'
  if (isAverse(question, statement)) return question.isNegated ? 'open' : 'no'
  if (isOver(question, statement)) return question.isNegated ? 'open' : 'no'
  const isOnceOnly =
    STILL.test(question.text) && ONCE.test(statement.text) && isOnlyOfThePast(question, statement)
  if (isOnceOnly) return question.isNegated ? 'open' : 'no'
  const denies = isDenied(question, statement)
  const lemmas = lemmasAsked(question, statement)
  const isOpposite = question.terms.some(({ lemma }) => {
    if (lemmas.includes(lemma)) return false
    const opposites = oppositesOf(lemma)
    // What the sentence does not hold at all may be denied anywhere in it.
    const denying = statement.lemmas.includes(lemma) ? lemmas : statement.lemmas
    return denying.some((each) => opposites.includes(each))
  })
  if (denies !== isOpposite)
    return (question.isNegated && denies) || !isOfAsked(question, statement, coverage) ? 'open' : 'no'
  if (denies && isOpposite) return 'open'
  const isYes =
    !question.isNegated && affirms(question, statement, coverage) && mayAffirm(question, statement)
  return isYes ? 'yes' : 'open'
}

/** "We were married for eight years" says no to "Are you married?": it lasted, and is over. */
const isOver = ({ text, terms }: Question, { text: told, lemmas }: Statement): boolean =>
  /^(?:so |and |but )?are you (?!the\b|an?\b)/i.test(text) &&
  /^(?:I was|We were) [^,;]{2,60}\b(?:for (?!my\b|the\b)(?:\p{L}+ ){0,2}(?:years|months|weeks|decades)|until|once|from \d{4} to)\b/u.test(
    told,
  ) &&
  !/\b(?:still|am|are)\b/.test(told) &&
  terms.some(({ lemma }) => lemmas.includes(lemma))

/** "I live alone" says no to "Do you live with anybody?" */
const ASKS_COMPANY = /\bwith (?:anybody|anyone|somebody|someone|others|other people|your family)\b/i
const ALONE = /\b(?:alone|by myself|on my own)\b/i

/** "I have no brothers" says no to "Do you have any siblings?"; "by my brother" says yes, whatever else it denies. */
function verdictByExistence(
  { text, terms }: Question,
  { words, text: told }: Statement,
): Verdict | undefined {
  if (!ASKS_KIN.test(text) || GONE.test(told)) return undefined
  const at = words.findIndex((word) => {
    const lemma = lemmaOf(word)
    return isKin(lemma) && terms.some((term) => term.lemma === lemma || term.variants.has(lemma))
  })
  if (at < 0) return undefined
  const before = words.slice(Math.max(0, at - 4), at)
  if (before.includes('no') || before.includes('without')) return 'no'
  return /^(?:my|our)$/.test(words[at - 1] ?? '') ? 'yes' : undefined
}

/** "Do I have to pay for a towel?" */
const ASKS_TO_PAY = /^(?:do|must|will) (?:i|we) (?:have to |need to )?pay\b/i
function verdictByPrice({ text }: Question, { text: told }: Statement): Verdict | undefined {
  if (!ASKS_TO_PAY.test(text)) return undefined
  if (/\b(?:free|included|nothing|no charge)\b/i.test(told)) return 'no'
  return /[$£€]|\d[.,]\d\d\b|\b(?:euros?|pounds?|dollars?|crowns?|pence|cents?|credits?|coins?|costs?|pays?|price)\b/i.test(
    told,
  )
    ? 'yes'
    : 'open'
}

const ASKS_KIN = /^(?:and |so )?(?:do|have) you (?:have |got )?(?:any |an? )?(?:\p{L}+ or )?\p{L}+\s*\?*$/iu

const WELL_COVERED = 0.62
/** "There is no laundry on Sundays" does not deny that somebody fishes then: what is denied must be what was asked. */
const isOfAsked = ({ terms }: Question, { lemmas, context, text }: Statement, coverage: number): boolean =>
  coverage >= WELL_COVERED ||
  NEVER_HAS.test(text) ||
  terms.every((term) => term.weight < 1 || weightIn(lemmas, term) > 0 || weightIn(context, term) > 0)

/** "Are you open on Mondays?" by "from Tuesday to Saturday". */
function verdictByDay({ words, terms }: Question, { text, lemmas }: Statement): Verdict | undefined {
  const day = words.find((word) => cycleOf(lemmaOf(word)).length > 0 && word !== 'may' && word !== 'march')
  if (day === undefined || lemmas.includes(lemmaOf(day))) return undefined
  const isWithin = isAmong(day, text)
  if (isWithin === undefined) return 'open'
  if (/\b(?:closed|no|not|never|except)\b/i.test(text))
    return isWithin && !/\bexcept\b/i.test(text) ? 'no' : 'open'
  return isWithin && terms.length > 1 ? 'yes' : 'no'
}

const AVERSION =
  /\b(?:allergic|allergies|intolerant|dislikes?|afraid of|scared of|terrified of|hate|detest|loathe|can't stand|cannot stand|can't bear|vegan|vegetarian)\b/i
const WANTS =
  /^(?:do|would|will|can|could|may|shall|should|are|did) (?:you|i|we|she|he|they)\b.*\b(?:like|love|enjoy|eat|drink|have|want|try|touch|bring|pet|hold|keep|fancy|care|marry|taste|wear|meet|smell)\b/i

/** Somebody who is allergic to cats does not want one; asked whether they are allergic, that is no denial. */
function isAverse({ text, terms }: Question, statement: Statement): boolean {
  const match = AVERSION.exec(statement.text)
  // "Coffee?" offers it.
  if (match === null || !(WANTS.test(text) || /^(?:(?:some|a|an) )?\p{L}+\s*\?$/iu.test(text))) return false
  const averse = lemmasOf(wordsOf(match[0]))
  return !terms.some(({ lemma }) => averse.includes(lemma)) && !isNegated(statement.words.slice(0, 4))
}

const EXISTENCE =
  /^(?:(?:do|does|have|has) (?:you|they|we)|got|any|is there|are there|you have|have you)\b(?! (?:ever|been|always|never|\p{L}+(?:ed|en)\b)).{0,20}\b(?:have|got|own|any|there|keep|a|an)\b/iu
/** What somebody had and has no more. */
const GONE = /\b(?:died|dead|lost|sold|gone|drowned|killed|stolen|stole|ran away|burnt|left|late)\b/i
const COPULAR = /^(?:are|is|was|were|am) (?:\w+ ){1,3}/i
const IS_IT = /\b(?:am|is|are|was|were|as|become|became|been|being|i'm)$/

/** Most of what was asked is there word for word, of the one who was asked about; or a daughter, for "Have you got children?" */
function affirms(
  question: Question,
  { lemmas, words, context, text: told, isNegated: negated }: Statement,
  coverage: number,
): boolean {
  const { terms, text } = question
  if (coverage < 0.55) return false
  if (EXISTENCE.test(text) && !/\b(?:drink|eat|like|use)\b/i.test(text))
    return !GONE.test(told) && isOwned(terms, words)
  // "I eat sheep, never people" says neither yes nor no to "Will you eat me?"
  if (negated || /\b(?:me|us|you)\s*[?.!]*$/i.test(text)) return false
  const counted = terms.filter(({ weight }) => weight >= 1)
  const exact = counted.filter(({ lemma }) => lemmas.includes(lemma) || isDoer(terms, words)).length
  if (exact * 2 < counted.length || terms.length === 0) return false
  // All that was asked must be there, if only in other words, and be so rather than wished for.
  if (!terms.every((term) => weightIn(lemmas, term) > 0 || weightIn(context, term) > 0)) return false
  if (!isDone(question, lemmas)) return false
  if (WISHED.test(told) && !WISHED.test(text)) return false
  if (!isOfSubject(question, words, context)) return false
  if (COPULAR.test(text) && !isSaidToBe(terms, words)) return false
  const [first = ''] = words
  const isOwn = /^(?:i|i'm|i've|we|you)$/.test(first)
  const isOwnLater =
    /^(?:at|on|in|every|once)$/.test(first) && words.slice(1, 8).some((word) => /^(?:i|we)$/.test(word))
  return !ABOUT_YOU.test(text) || isOwn || isOwnLater
}

/** What somebody does must be there word for word; who works a night shift does not "work by day" for that. */
function isDone({ focus: { verb }, words }: Question, lemmas: readonly string[]): boolean {
  if (verb !== undefined) return lemmas.includes(verb)
  if (!/^(?:do|does|did|can|could|will|would)$/.test(words[0] ?? '')) return true
  const light = words.slice(2, 6).find((word) => isBaseVerb(word))
  return (
    light === undefined ||
    /^(?:have|get|do|be|like|love|enjoy|know|want|need|keep|own|make|take|go)$/.test(light) ||
    lemmas.includes(lemmaOf(light))
  )
}

const WISHED =
  /\b(?:wants?|wanted|wish|hopes?|hoped|dream|would like|would love|plan|plans|planned|intended|meant|tr(?:y|ied)|supposed|going) (?:to|of|that|for)\b/i
/** What came to nothing. */
const ABANDONED =
  /\b(?:wanted|hoped|planned|intended|meant|tried|dreamed|promised|almost|nearly) (?:to |of )?.{2,80}\b(?:but|until|then)\b/i
const OUT_OF_ORDER =
  /\b(?:out of (?:order|service|stock)|broken|cancelled|fully booked|sold out|does not work|doesn't work)\b/i
const ASKS_WORKING =
  /^(?:does|do|is|are|can|will|may) .{2,60}\b(?:work|working|go|open|available|free|run|running|use|book|join|take place|take)\b/i

/** Asked what Jolene has seen, what somebody wants to see with her says neither yes nor no. */
function isOfSubject(
  { words: asked }: Question,
  words: readonly string[],
  context: readonly string[],
): boolean {
  const [auxiliary = '', subject = ''] = asked
  if (!/^(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)$/.test(auxiliary)) return true
  const at = /^(?:the|your|my|his|her|their|an?|this)$/.test(subject) ? 2 : 1
  const named = (asked[at] ?? '').replace(/'s$/, '')
  if (/^(?:i|you|he|she|it|we|they|there|any|all|no)$/.test(named)) return true
  const lemma = lemmaOf(named)
  const verb = words.findIndex((word, index) => index > 0 && (isFiniteVerb(word) || isAuxiliary(word)))
  const before = words.slice(0, verb < 1 ? 4 : verb + 1)
  if (before.some((word) => lemmaOf(word) === lemma)) return true
  return /^(?:it|he|she|they|this|that)$/.test(words[0] ?? '') && context.includes(lemma)
}

/** What was meant to come about, and did not: the clause behind it says so, of "it". */
const CAME_TO_NOTHING =
  /\b(?:not|n't|never|refused|nothing)\b.{0,40}\b(?:it|them|him|her|so|go|went|come|happen(?:ed)?|receive|release|accept|work)\b|\bstayed\b|\b(?:was|were|been|be) (?:cancelled|rejected|refused|called off|abandoned)\b/i

/** Of "I was nominated for the medal but did not receive it" the second half answers "Did you win the medal?" */
export function isUndone({ text: asked }: Question, { parts, text }: Statement, part: Statement): boolean {
  if (!/^(?:so |and |but )?(?:did|were|was|have|has|are|is|do|will) /i.test(asked)) return false
  const next = parts[parts.indexOf(part) + 1] ?? (part.text === text ? undefined : parts[1])
  return next !== undefined && next !== part && !part.isNegated && CAME_TO_NOTHING.test(next.text)
}

const ABOUT_YOU = /^\w+ (?:you|i|we)\b/i

/** "I am a lizard" or "my husband", but not "I hate being called a lizard". */
const isSaidToBe = (terms: Question['terms'], words: readonly string[]): boolean =>
  isDoer(terms, words) ||
  words.some((word, at) => {
    const lemma = lemmaOf(word)
    return (
      terms.some((term) => term.lemma === lemma) &&
      words.slice(Math.max(0, at - 5), at).some((before) => IS_IT.test(before)) &&
      !words
        .slice(0, at)
        .some((before) => /^(?:hate|called|like|want|wanted|wish|dream|afraid)$/.test(before))
    )
  })

/** Who owns a garage is its owner. */
const isDoer = (terms: Question['terms'], words: readonly string[]): boolean =>
  words[0] === 'i' &&
  terms.some(({ lemma }) => {
    const verb = /^(.{3,})(?:er|or)$/.exec(lemma)?.[1]
    return verb !== undefined && words.slice(1, 4).some((word) => [verb, `${verb}e`].includes(lemmaOf(word)))
  })

/** "my daughter Iva", "I have three sons", but not "the youngest of six children". */
const isOwned = (terms: Question['terms'], words: readonly string[]): boolean =>
  words.some((word, at) => {
    const lemma = lemmaOf(word)
    const isAsked = terms.some((term) => term.lemma === lemma || term.variants.has(lemma))
    const before = words.slice(Math.max(0, at - 5), at)
    // "The dish is fish" and "Dogs are welcome" own none, "There is a garden" does.
    return isAsked && before.some((each) => OWNING.test(each))
  })

const OWNING = /^(?:my|our|have|has|own|owns|keep|keeps|got|there|your|every|play|collect|with)$/

/** The lemmas of the parts that hold what counts in the question word for word; else all. */
function lemmasAsked({ terms }: Question, { text, lemmas }: Statement): readonly string[] {
  const parts = text.split(BOUNDARY).map((part) => lemmasOf(wordsOf(part)))
  const asked = parts.filter((part) =>
    terms.some(({ lemma, weight }) => weight > 0.4 && part.includes(lemma)),
  )
  return asked.length === 0 ? lemmas : asked.flat()
}

/** It was so once. */
const OVER = /\b(?:used to|no longer|any ?more|gave up|stopped|quit)\b/i

const STILL = /\bstill\b/i
const ONCE = /\b(?:I|we|he|she|it|they) once\b|\bin those days\b|\bback then\b/i
const ENDED = /\b(?:dissolved|divorced|ended|left|died|gave up|retired|sold|until|was over)\b/i
/** "Ned will have it, if they do not sell it" denies nothing. */
const CONDITION = /\b(?:if|unless|whether|in case)\b/i
/** "I want to see it with her, she never has." */
const NEVER_HAS =
  /\b(?:he|she|it|they|i|we) (?:never|still) (?:has|have|did|does|do|can|could|was|is)(?:n't| not)?[.!]?$/i

const BOUNDARY =
  /,| (?=without )| and | but | or | because | although | though | while | who | which | that | when | if | until | unless | except | so |;/i

/** A negation in the part of the sentence that holds what was asked: "I drink it black, without sugar" denies sugar alone. */
function isDenied(
  { terms, isPast, text: question }: Question,
  { text, isNegated: negated }: Statement,
): boolean {
  if (STILL.test(question) && (ENDED.test(text) || /^I was\b/.test(text))) return true
  if (NEVER_HAS.test(text)) return true
  if (!isPast && OVER.test(text) && !/\b(?:twice|again|never lasted|\w+ times)\b/i.test(text)) return true
  if (!negated || !isNegated(wordsOf(text.split(CONDITION)[0] ?? ''))) return false
  const parts = text.replace(' of which ', ' of them ').split(BOUNDARY).map(readPart)
  const sharedBy = ({ lemmas }: Part) =>
    terms.reduce((sum, { lemma, weight }) => sum + (lemmas.includes(lemma) ? weight : 0), 0)
  const most = Math.max(...parts.map(sharedBy))
  if (most > 0) return parts.filter((part) => sharedBy(part) === most).some((part) => part.denies)
  const asked = parts.filter(({ lemmas }) =>
    terms.some(({ variants }) => lemmas.some((each) => variants.has(each))),
  )
  return (asked.length === 0 ? parts : asked).every((part) => part.denies)
}

type Part = { readonly lemmas: readonly string[]; readonly denies: boolean }

/** What is excepted from a denial is so; "without" belongs to what comes after it. */
function readPart(text: string): Part {
  const words = wordsOf(text)
  return { lemmas: lemmasOf(words), denies: isNegated(words) }
}
