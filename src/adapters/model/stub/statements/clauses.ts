import { isKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import {
  baseOfPast,
  baseOfVerb,
  firstPersonOf,
  isAuxiliary,
  isBaseVerb,
  isFiniteVerb,
} from '../language/verbs.js'
import { withSharedVerb } from './ellipsis.js'
import { pricedItems, timetable } from './priced-items.js'

const LONGEST_SUBJECT = 6
const PARTS_MAX = 12

/** Where a clause may begin; whether one does is seen from its subject and verb. */
const BETWEEN_CLAUSES =
  /; |: | — | – |, (?=(?:and|but|so|where|while) )|, (?=(?:my|our|I|you|he|she|it|we|they|there|the|a|an)\b)|, (?=\p{Lu}\p{Ll}+ \p{Ll})|, (?=\p{Ll}+ (?:on|at|in) (?:the )?\p{L}+(?: and |,))|, (?=(?:for|on|in|at|under|during|by) )|, (?=\p{Ll}+ (?:from|at|on|for) (?:\d|the |about |half |noon|midnight))|, (?=\p{Ll}+ by \p{Lu})|, (?=(?:\p{Ll}[\p{L}-]+ ){1,2}(?:is|are|was|were|costs?|opens?|closes?|begins?|starts?|ends?|leaves?) )|, (?=\p{Ll}[\p{L}-]+ (?:until|till|from|at|by) (?:\d|noon|midnight))| (?=(?:and|but|so) )|, (?=of (?:which|whom|these|those) )/u

/** The parts of a sentence that can stand alone, each with its subject; empty for one that has no such parts. */
export function clausesOf(sentence: string): readonly string[] {
  const whole = withRelatives(withAppositions(sinceOwn(sentence.replace(/(?<![.!?])[.!?]+$/, ''))))
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
    : clauses.map((clause) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`)
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

const RELATIVE = /, (who|which) (?=\p{L})/u
/** What a relative clause tells of: "Nadia", "a fresco by Jan Wolny". */
const NAME_AT_END = /(?<=\p{L},? )\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,3}$/u
const NOUN_AT_END =
  /\b(?:an?|the|my|our) ((?:[\p{L}-]+ )?[\p{L}-]+)(?: (?:by|from|of) [^,; ]+(?: \p{Lu}[^,; ]+)?)?$/u

/** "I met Ann, who bakes" as "I met Ann; Ann bakes", where it is certain of whom that is told, and the rest ends the sentence. */
function withRelatives(sentence: string): string {
  const match = RELATIVE.exec(sentence)
  if (match === null || sentence.includes('“')) return sentence
  const [found, pronoun = ''] = match
  const head = sentence.slice(0, match.index)
  const rest = sentence.slice(match.index + found.length)
  const [verb = ''] = wordsOf(rest)
  const name = nameIn(head)
  const noun = NOUN_AT_END.exec(head)?.[1]
  const subject = pronoun === 'who' ? (name ?? noun) : noun
  if (subject === undefined || !isFiniteVerb(verb) || rest.includes(', ') || !isMainClause(head))
    return sentence
  if (/\b(?:but|so|that)\b/.test(rest)) return sentence
  return `${head}; ${subject === name ? subject : `the ${subject}`} ${rest}`
}

/** "my uncle Torben", "my son Colin" for "one son, Colin" */
function nameIn(head: string): string | undefined {
  const last = NAME_AT_END.exec(head)?.[0]
  if (last === undefined) return undefined
  // "Ann Lee of Basel, who …" tells of her, and not of Basel.
  const of = OF_PLACE.exec(head.slice(0, -last.length))?.[0]
  if (of !== undefined) return NAME_AT_END.exec(head.slice(0, -last.length - of.length))?.[0]
  const name = last
  const [, owner = '', role = ''] = ROLE_AT_END.exec(head.slice(0, -name.length)) ?? []
  if (!isKin(lemmaOf(role))) return name
  return `${/^an?$|^one$/.test(owner) ? 'my' : owner.toLowerCase()} ${role} ${name}`
}

const OF_PLACE = / (?:of|in|at|from|near) (?:the )?$/
const ROLE_AT_END = /\b(my|our|an?|one) (?:[\p{L}-]+ )?(\p{L}+),? $/iu

/** Not "When I retire nor "My wife Ann" without a verb. */
function isMainClause(text: string): boolean {
  const words = wordsOf(text)
  if (/^(?:when|if|after|before|because|since|while|although|as|until|once|whenever)$/.test(words[0] ?? '')) {
    // "When I was nine I carried the ladder"
    if (/^\p{L}+ (?:I|he|she|we|they) (?:was|were|had) [\p{L}-]+ (?:I|he|she|we|they) /u.test(text))
      return true
    const behind = text.indexOf(', ')
    return behind > 0 && isMainClause(text.slice(behind + 2))
  }
  return (
    words.slice(1).some((word, at) => isFiniteVerb(word) || (isBaseVerb(word) && mayBeVerb(words, at + 1))) ||
    words.some((word) => CONTRACTED.test(word) || /^\p{L}+'(?:s|ve|re|m)$/u.test(word))
  )
}

/** "My sister ship" has none: a base form is a verb behind a subject that is no single thing. */
const mayBeVerb = (words: readonly string[], at: number): boolean =>
  !/^(?:my|our|the|an?|his|her|their|its|this|that)$/.test(words[0] ?? '') ||
  /[^su']s$|^(?:and|people|children|men|women|always|never|often|to|can|will|not|who|that|which)$/.test(
    words[at - 1] ?? '',
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
  const bare = part.replace(/^(?:and|but|so|while) (?:then |also |now )?/i, '')
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
    .slice(0, LONGEST_SUBJECT)
    .findIndex(
      (word, at) =>
        at > (DETERMINER.test(one) ? 1 : 0) &&
        (isFiniteVerb(word) || (at === 1 && /^(?:i|you|we|they)$/.test(one) && isBaseVerb(word))),
    )
  const isNamed =
    (/^\p{Lu}\p{Ll}/u.test(bare) && verbAt > 0 && verbAt < 5) || (!isJoined && NOUN_WITH_VERB.test(bare))
  const isCounted = /^\d/.test(one) && verbAt > 0
  return verbAt > 0 && (SUBJECT_START.test(one) || isNamed || isCounted) && baseOfVerb(one) === undefined
    ? before + bare
    : undefined
}

/** "lockers are free", "the" left out. */
const NOUN_WITH_VERB =
  /^(?!(?:not|never|who|which|that|what|there|then|also|it)\b)\p{Ll}[\p{L}-]+(?: \p{Ll}[\p{L}-]+)? (?:is|are|was|were|costs?|opens?|closes?) /u
/** What may stand before the subject of a clause. */
const ADVERBIAL =
  /^(?:(?:before|after|since) (?:that|then)|(?:in|on|at|since|until|during|every|last|next|by) (?:the )?[\p{L}\d]+(?: [\p{L}\d]+)?|nowadays|today|now|then|once|later|afterwards|these days|at (?:night|home|work|first)),? (?=(?:I|my|our|he|she|it|we|they|there|the|a|an|his|her|their)\b)/iu

/** "I'm", "she's": subject and verb in one. */
const CONTRACTED = /^(?:i'm|i've|i'll|(?:you|we|they)'(?:re|ve|ll)|(?:he|she|it|that|there)'(?:s|ll))$/

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
  /^(?:My|Our|The|All|Most|Some|Two|Three|His|Her) (?:\p{Ll}+ )?\p{Ll}+[^su']s$/u.test(subject)

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
