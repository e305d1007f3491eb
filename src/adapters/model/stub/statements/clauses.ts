import { wordsOf } from '../language/text.js'
import {
  baseOfPast,
  baseOfVerb,
  firstPersonOf,
  isAuxiliary,
  isBaseVerb,
  isFiniteVerb,
} from '../language/verbs.js'
import { bindingsIn, bound, unbound } from './bound-phrases.js'
import { withSharedVerb } from './ellipsis.js'
import { pricedItems, timetable } from './priced-items.js'
import { CONTRACTED, isMainClause, withRelatives } from './relative-clauses.js'

const LONGEST_SUBJECT = 6
const PARTS_MAX = 12

/** Where a clause may begin; whether one does is seen from its subject and verb. */
const BETWEEN_CLAUSES =
  /; |: | — | – |, (?=(?:and|but|so(?! that\b)|where|while) )|, (?=(?:though|although) (?:I|my|our|he|she|it|we|they|there|the|nobody)\b)|, (?=(?:my|our|I|you|he|she|it|we|they|there|the|a|an)\b)|, (?=\p{Lu}\p{Ll}+ \p{Ll})|, (?=\p{Ll}+ (?:on|at|in) (?:the )?\p{L}+(?: and |,))|, (?=(?:for|on|in|at|under|during|by) )|, (?=\p{Ll}+ (?:from|at|on|for) (?:\d|the |about |half |noon|midnight))|, (?=\p{Ll}+ by \p{Lu})|, (?=(?:\p{Ll}[\p{L}-]+ ){1,2}(?:is|are|was|were|costs?|opens?|closes?|begins?|starts?|ends?|leaves?) )|, (?=\p{Ll}[\p{L}-]+ (?:until|till|from|at|by) (?:\d|noon|midnight))| (?=(?:and|but|(?<!\bor )so(?! that\b)) )|, (?=of (?:which|whom|these|those) )/u

/** The parts of a sentence that can stand alone, each with its subject; empty for one that has no such parts. */
export function clausesOf(sentence: string): readonly string[] {
  const whole = bound(withRelatives(withAppositions(sinceOwn(sentence.replace(/(?<![.!?])[.!?]+$/, '')))))
  const parts = withSubjectsOfTwo(whole.split(BETWEEN_CLAUSES).slice(0, PARTS_MAX))
  if (parts.some((part) => hasOpenBracket(part))) return []
  const clauses: string[] = []
  const prices = pricedItems(sentence)
  const list = prices.length > 0 ? prices : timetable(sentence)
  if (list.length > 0) return list
  for (const part of parts) {
    const [first = ''] = clauses
    const last = clauses.at(-1) ?? ''
    const clause = clauses.length === 1 && !isMainClause(first) ? undefined : standalone(part, first, last)
    if (clause !== undefined) clauses.push(clause)
    else if (clauses.length > 0) clauses[clauses.length - 1] += joint(whole, part) + part
    else clauses.push(part)
  }
  return clauses.length < 2
    ? []
    : clauses.map((clause) => `${clause.charAt(0).toUpperCase()}${unbound(clause.slice(1))}.`)
}

/** "…, but children and priests ride free" has one clause with two subjects, not a clause behind a rest without a verb. */
function withSubjectsOfTwo(parts: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (before !== undefined && joined.length > 1 && ONE_SUBJECT.test(before) && OTHER_SUBJECT.test(part))
      joined[joined.length - 1] = `${before} ${part}`
    else joined.push(part)
  }
  return joined
}

const ONE_SUBJECT = /^(?:but|while|so) (?:the |my |our )?\p{L}+$/u
const OTHER_SUBJECT = /^and (?:the |my |our )?\p{L}+ \p{L}+/u

const hasOpenBracket = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')')

/** "…, since my husband Otto drowned": what happened then can be said alone. */
const sinceOwn = (sentence: string): string =>
  sentence.replace(/, (?:since|because) (?=(?:my|our) [\p{L}-]+ (?:\p{Lu}[\p{L}-]+ )?\p{L}+ed )/u, '; ')

/** "Joseph, the younger one, went to sea": what stands beside a name ends no clause. */
const withAppositions = (sentence: string): string =>
  sentence.replace(
    /(^|[;,] |\band )(\p{Lu}\p{L}+), ((?:the|my|our|an?) [^,;.]{2,30}), (?=\p{Ll}+ )/gu,
    '$1$2 ($3) ',
  )

/** What stood before a part that was split off and belongs to the clause before it. */
function joint(sentence: string, part: string): string {
  const at = sentence.indexOf(part)
  const before = at < 0 ? '' : sentence.slice(Math.max(0, at - 3), at)
  const mark = /([,;:]| [—–])\s?$/.exec(before)?.[1] ?? ''
  return `${mark} `
}

/** The part without its conjunction, with the subject of the first one if it has none; undefined when it is not a clause. */
function standalone(part: string, first: string, last: string): string | undefined {
  if (first === '') return part
  const bare = part.replace(/^(?:and|but|so|while|though|although) (?:then |also |now )?/i, '')
  if (/^of (?:which|whom) /i.test(bare))
    return ownClause(bare.replace(/^of (?:which|whom) /i, ''), 'Of that ')
  const adverbial = ADVERBIAL.exec(bare)?.[0] ?? ''
  if (adverbial !== '') return ownClause(bare.slice(adverbial.length), adverbial)
  if (/^where /i.test(bare)) return ownClause(bare.replace(/^where /i, ''), 'There ')
  const words = wordsOf(bare)
  const [one = '', two = ''] = words
  if (words.length < 3 && bare !== part) return withSharedVerb(last, bare) ?? withSharedVerb(first, bare)
  // "she never has" says nothing without what stands before it.
  if (isAuxiliary(words.at(-1) ?? '') && !/ May$|\d am$/.test(bare)) return undefined
  // "Repairs start at 80 euros": a noun with its verb.
  if (/[^s]s$/.test(one) && !ADVERB.test(one) && isBaseVerb(two) && !isAuxiliary(one)) return bare
  const isOfAnother = OF_ANOTHER_SUBJECT.test(last)
  return (
    (isOfAnother ? undefined : (continued(leadOf(last), bare) ?? continued(leadOf(first), bare))) ??
    ownClause(bare, '', bare !== part) ??
    withSharedVerb(last, bare) ??
    withSharedVerb(first, bare) ??
    (REQUEST.test(bare) && isBaseVerb(one) ? bare : undefined)
  )
}

/** "…, since my mother sang at sea and came home at Easter": it was she who came. */
const OF_ANOTHER_SUBJECT =
  /\p{L},? (?:since|because|when|while|where|until|though|although) (?:my|his|her|their|he|she|they|\p{Lu}\p{Ll}+)\b/u

/** "book them with Ann" */
const REQUEST = /^\p{Ll}+ (?:it|them|the|your|with|at|only)\b/u

/** May stand before the verb of a part without a subject: "and always end with a joke". */
const ADVERB = /^(?:always|never|often|usually|still|now|sometimes|rarely|also|then|later|mostly|even|only)$/

/** A part that begins with its verb, with the subject of another one. */
function continued(lead: Lead, bare: string): string | undefined {
  const [adverb = '', ...others] = wordsOf(bare)
  const [one = '', two = ''] = ADVERB.test(adverb) ? others : [adverb, ...others]
  if (
    lead.isPassive &&
    !isAuxiliary(one) &&
    isParticiple(one) &&
    !INTRANSITIVE.test(one) &&
    (BEHIND_VERB.test(two) || / by /.test(bare)) &&
    // "I was born in Ulm and run a shop"
    !(isBaseVerb(one) && /^(?:the|an?|my|our|no|every|about)$/.test(two))
  )
    return `${lead.subject} ${lead.auxiliary} ${bare}`
  if (!isVerbAfter(lead, one, two) || lead.subject === '') return undefined
  const own = lead.subject === 'I' ? firstPersonOf(one) : undefined
  return `${lead.subject} ${own === undefined ? bare : bare.replace(one, own)}`
}

/** A part with a subject and a verb of its own. */
function ownClause(bare: string, before: string, isJoined = false): string | undefined {
  const words = wordsOf(bare)
  const [one = ''] = words
  if (CONTRACTED.test(one)) return before + bare
  const verbAt = words
    .slice(0, Math.min(endOfSubject(words), LONGEST_SUBJECT + bindingsIn(bare)))
    .findIndex(
      (word, at) =>
        at > (DETERMINER.test(one) ? 1 : 0) &&
        (isFiniteVerb(word) || (at === 1 && /^(?:i|you|we|they)$/.test(one) && isBaseVerb(word))),
    )
  const isNamed =
    (/^\p{Lu}\p{Ll}/u.test(bare) && verbAt > 0 && verbAt < 5) || (!isJoined && NOUN_WITH_VERB.test(bare))
  const isCounted = /^\d/.test(one) && verbAt > 0
  if (OF_THEM.test(bare)) return before + bare
  return verbAt > 0 && (SUBJECT_START.test(one) || isNamed || isCounted) && baseOfVerb(one) === undefined
    ? before + bare
    : undefined
}

/** "two of them look out on the sea" */
const OF_THEM =
  /^(?:one|two|three|four|five|six|both|some|most|many|several|half|all|none|each|\d{1,3}) of (?:them|these|those|us) \p{Ll}/iu

/** What is told of somebody by "who" is told within the subject, or of the object: "a butler, whom I cannot afford". */
function endOfSubject(words: readonly string[]): number {
  const at = words.findIndex((word, index) => index > 0 && /^(?:whom|whose|who|which)$/.test(word))
  if (at < 0) return words.length
  const isWhole =
    words.slice(at + 1).filter(isFiniteVerb).length > 1 && !/^(?:whom|whose)$/.test(words[at] ?? '')
  return isWhole ? words.length : at
}

/** "lockers are free", "the" left out. */
const NOUN_WITH_VERB =
  /^(?!(?:not|never|who|which|that|what|there|then|also|it)\b)\p{Ll}[\p{L}-]+(?: \p{Ll}[\p{L}-]+)? (?:is|are|was|were|costs?|opens?|closes?) /u
/** What may stand before the subject of a clause. */
const ADVERBIAL =
  /^(?:(?:before|after|since) (?:that|then)|(?:in|on|at|since|until|during|every|last|next|by) (?:the )?[\p{L}\d]+(?: [\p{L}\d]+)?|nowadays|today|now|then|once|later|afterwards|these days|at (?:night|home|work|first)),? (?=(?:I|my|our|he|she|it|we|they|there|the|a|an|his|her|their)\b)/iu

/** What comes first in a clause: its subject, and a form of "be" behind it. */
type Lead = { readonly subject: string; readonly auxiliary: string; readonly isPassive: boolean }

function leadOf(clause: string): Lead {
  const words = clause.split(' ')
  const at = words.findIndex((word, index) => {
    const bare = word.toLowerCase()
    return (
      index > (DETERMINER.test((words[0] ?? '').toLowerCase()) ? 1 : 0) &&
      (isFiniteVerb(bare) ||
        (isBaseVerb(bare) &&
          (/^(?:I|You|We|They)$/.test(words[0] ?? '') ||
            (index < LONGEST_SUBJECT && isPlural(words.slice(0, index).join(' '))))))
    )
  })
  const subject = at < 1 || at > LONGEST_SUBJECT ? [] : words.slice(0, at)
  const auxiliary = /^(?:is|are|was|were|am)$/.test(words[at] ?? '') ? (words[at] ?? '') : ''
  const isShort = subject[0] === 'I' || subject[0] === 'You'
  const isPassive = auxiliary !== '' && isParticiple((words[at + 1] ?? '').toLowerCase())
  return { subject: isShort ? (subject[0] ?? '') : subject.join(' '), auxiliary, isPassive }
}

function isVerbAfter({ subject, auxiliary }: Lead, one: string, two: string): boolean {
  if (isFiniteVerb(one)) return true
  if (!(/^(?:I|You|We|They)$/.test(subject) || isPlural(subject)) || !isBaseVerb(one)) return false
  // "I am a botanist and plant hunter"
  return auxiliary === '' ? two !== '' && !/^(?:and|or|is|are)$/.test(two) : BEHIND_VERB.test(two)
}

/** "My lessons", whose verbs have their base form. */
const isPlural = (subject: string): boolean =>
  /^(?:My|Our|The|All|Most|Some|Two|Three|His|Her) (?:\p{Ll}+ )?\p{Ll}+[^su']s$|^\p{L}+ of (?:them|these|those|us)$/u.test(
    subject,
  )

/** Nobody is lived, or gone by somebody. */
const INTRANSITIVE =
  /^(?:lived|died|went|came|became|arrived|stayed|remained|survived|slept|returned|fell|retired|waited|happened|appeared|disappeared|worked)$/

const isParticiple = (word: string): boolean => baseOfPast(word) !== undefined || /.{3}ed$/.test(word)

const BEHIND_VERB =
  /^(?:the|a|an|my|your|his|her|its|our|their|no|to|at|in|on|with|by|for|from|up|out|it|them|him|me|every|about|like|only|never|of|not|after|into|down|again|until|as|nearly|over|more|less)$/
const SUBJECT_START =
  /^(?:i|you|he|she|it|we|they|the|a|an|my|your|his|her|its|our|their|there|this|that|nobody|everybody|one|some|most|all|none|members|guests|visitors|children|bicycles)$/
const DETERMINER = /^(?:the|a|an|my|our|his|her|their|its|your)$/

const TAIL =
  /, (?:the (?:last|first)|most of|half of|including|mostly)\b|(?:, (?:who|which|whose|since|although|though|even though|whereas|so that)| because)\b/i

/** A sentence without what only explains it: "I learned it from my aunt, who was stung so often that …". */
export function withoutTail(sentence: string): string | undefined {
  const at = TAIL.exec(sentence)?.index ?? 0
  if (at === 0) return undefined
  const head = sentence.slice(0, at).replace(/,$/, '')
  if (hasOpenBracket(head)) return undefined
  return wordsOf(head).length > 2 &&
    wordsOf(head)
      .slice(1)
      .some((word) => isFiniteVerb(word) || isBaseVerb(word))
    ? `${head}.`
    : undefined
}
