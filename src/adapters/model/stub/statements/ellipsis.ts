import { namesSeveral } from '../language/counts.js'
import { lemmaOf, numberOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import { baseOfPast, isAuxiliary, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { cycleOf } from '../question/calendar.js'

const LONGEST_SUBJECT = 6
const LONGEST_REMNANT = 9
const PREPOSITION = /^(?:at|on|in|for|from|to|with|by|near|under|behind|before|after|every|until)$/
const PRONOUN = /^(?:i|you|he|she|it|we|they|there)$/
const COPULA = /^(?:is|are|was|were)$/
const OWNER = /^(?:my|our|his|her|their)$/
const DETERMINER = /^(?:the|a|an|my|our|his|her|their|its|your)$/
/** What a value begins with beside a number. */
const FREQUENCY = /^(?:once|twice|thrice|daily|weekly|monthly|yearly|hourly)$/
const APPROXIMATE = /^(?:only|just|about|nearly|almost|over|under|around|roughly)$/

type ValueKind = 'number' | 'frequency' | 'free' | string

/** What a word begins: a number, a frequency, or a phrase with its preposition; undefined for other words. */
function valueKindOf(word: string): ValueKind | undefined {
  if (/\d/.test(word) || (word !== 'one' && numberOf(word) !== undefined)) return 'number'
  if (FREQUENCY.test(word)) return 'frequency'
  if (word === 'free') return 'number'
  if (/^(?:until|from|at|before|after)$/.test(word)) return 'bound'
  return PREPOSITION.test(word) ? word : undefined
}

const bareOf = (word: string): string => wordsOf(word)[0] ?? ''

/** Where the value of a remnant begins, behind what it is the value of. */
function valueIn(words: readonly string[], from: number): { at: number; kind: ValueKind } | undefined {
  for (let at = from; at < words.length; at += 1) {
    const kind = valueKindOf(bareOf(words[at] ?? ''))
    if (kind === undefined) continue
    const start = APPROXIMATE.test(bareOf(words[at - 1] ?? '')) && at - 1 >= from ? at - 1 : at
    return start > 0 ? { at: start, kind } : undefined
  }
  return undefined
}

/**
 * A part that leaves out the verb it shares with the first one, with that verb: "I feed the tigers at five and the camels
 * at noon", "The cacti are watered once a month, the ferns twice a day", "Crab fetches three euros and lobster eighteen".
 * Undefined where the two are not alike.
 */
export function withSharedVerb(first: string, bare: string): string | undefined {
  const words = bare.split(' ')
  // "April to October" is a time, and no subject.
  if (/^to$/.test(words[1] ?? '') && cycleOf(lemmaOf(bareOf(words[0] ?? ''))).length > 0) return undefined
  if (words.length < 2 || words.length > LONGEST_REMNANT || hasVerb(bare)) return undefined
  const before = first.split(' ')
  const again = withSameFrame(before, words)
  if (again !== undefined) return again
  const verbAt = before.findIndex(
    (word, at) => at > 0 && (isFiniteVerb(bareOf(word)) || (at === 1 && isBaseVerb(word))),
  )
  if (verbAt < 1 || verbAt > LONGEST_SUBJECT) return undefined
  // "I have shown visitors around, six in summer and two in winter": what is shared is no having.
  if (
    /^(?:have|has|had)$/.test(bareOf(before[verbAt] ?? '')) &&
    baseOfPast(bareOf(before[verbAt + 1] ?? '')) !== undefined
  )
    return undefined
  const counted = withSameVerb(before, words, verbAt)
  if (counted !== undefined) return counted
  const hasPronoun = PRONOUN.test(bareOf(before[0] ?? ''))
  // "I was born in 1950 and my brother in 1952": who is something does it to nobody.
  const isOther =
    /^(?:was|were|am|are)$/.test(bareOf(before[verbAt] ?? '')) && OWNER.test(bareOf(words[0] ?? ''))
  return hasPronoun && !isOther ? sameSubject(before, words, verbAt) : ownSubject(before, words, verbAt)
}

/** The "am" of "until 11 am" is none. */
const hasVerb = (bare: string): boolean => {
  const words = wordsOf(bare.replace(/(\d) am\b/g, '$1'))
  // "for coughs thyme"
  const from = PREPOSITION.test(words[0] ?? '') ? 2 : 0
  return words.slice(from).some(isFiniteVerb)
}

/** "On 6 June the ship calls at Lerwick, on 8 June at Tórshavn": what differs stands before the subject and behind the verb. */
function withSameFrame(before: readonly string[], words: readonly string[]): string | undefined {
  const opening = bareOf(before[0] ?? '')
  if (!PREPOSITION.test(opening) || bareOf(words[0] ?? '') !== opening) return undefined
  const subjectAt = before.findIndex(
    (word, at) => at > 0 && (DETERMINER.test(word) || PRONOUN.test(word.toLowerCase())),
  )
  const verbAt = before.findIndex(
    (word, at) =>
      at > subjectAt &&
      (isFiniteVerb(word) ||
        (isBaseVerb(word) && (at > subjectAt + 1 || PRONOUN.test((before[subjectAt] ?? '').toLowerCase())))),
  )
  const second = words.findIndex((word, at) => at > 0 && PREPOSITION.test(word))
  if (subjectAt < 1 || verbAt < 0) return undefined
  // "On Thursdays there is pea soup, on Sundays roast pork"
  if (second < 0 && words.length > subjectAt && !PREPOSITION.test(before[verbAt + 1] ?? ''))
    return [
      ...words.slice(0, subjectAt),
      ...before.slice(subjectAt, verbAt + 1),
      ...words.slice(subjectAt),
    ].join(' ')
  if (second < 0 || before[verbAt + 1] !== words[second]) return undefined
  return [...words.slice(0, second), ...before.slice(subjectAt, verbAt + 1), ...words.slice(second)].join(' ')
}

const MEASURE =
  /^(?:half|quarter|to|o'clock|years?|months?|weeks?|days?|hours?|euros?|pounds?|dollars?|crowns?|coppers?|silver|gold|old)$/

/** "She carries 420 passengers and a crew of 190", "I have two dogs and a cat": the same is done to each that is counted. */
function withSameVerb(
  before: readonly string[],
  words: readonly string[],
  verbAt: number,
): string | undefined {
  const isCounted = (word: string) => valueKindOf(bareOf(word)) === 'number' || /^an?$/.test(bareOf(word))
  const object = before[verbAt + 1] ?? ''
  const hasNumber = [object, ...words].filter((word) => valueKindOf(bareOf(word)) === 'number').length > 0
  const isValued =
    valueKindOf(bareOf(words.at(-1) ?? '')) === 'number' && words.length > 2 && !words.includes('of')
  const isNamed = words.some((word) => /^(?:named|called)$/.test(word))
  if (
    !isCounted(object) ||
    !isCounted(words[0] ?? '') ||
    words.length < 2 ||
    !(hasNumber || isNamed) ||
    isValued
  )
    return undefined
  // "I began with a drum and two students": these belong to "with", and not to the verb.
  if (before.slice(verbAt + 1).some((word) => PREPOSITION.test(word) && !words.includes(word)))
    return undefined
  // "between 7 and 10", "5 pounds or 6", "two and a half years": no things that are counted each by itself.
  const isMeasured = words.some((word) => MEASURE.test(word))
  // "8 euros for adults and 5 euros for children": what each is for is said of both.
  const shared = words.find((word) => PREPOSITION.test(word))
  if (
    isMeasured &&
    (shared === undefined || !before.slice(verbAt + 1).includes(shared) || words.includes('half'))
  )
    return undefined
  return valueKindOf(bareOf(before.at(-1) ?? '')) === 'number'
    ? undefined
    : [...before.slice(0, verbAt + 1), ...words].join(' ')
}

/** "The room closes at 17:00, and on Fridays at 15:00", "a shave £10", "lobster eighteen" */
function ownSubject(before: readonly string[], words: readonly string[], verbAt: number): string | undefined {
  const start = bareOf(words[0] ?? '')
  const predicate = before.slice(verbAt + 1)
  const value = valueIn(words, 1)
  if (PREPOSITION.test(start))
    return value?.kind === 'number' && value.at === words.length - 1 && !/^\d{4}$/.test(words[value.at] ?? '')
      ? withOtherNumber(before, words, verbAt)
      : sameSubject(before, words, verbAt)
  if (value === undefined || numberOf(start) !== undefined) return undefined
  const isAlike = predicate.some((word) => valueKindOf(bareOf(word)) === value.kind)
  if (!isAlike) return undefined
  // "Candles are made by Agnes, soap by Rita"
  const passive = verbGroup(before, verbAt)
  if (passive.length > 1 && before[verbAt + 2] === words[value.at] && value.at === 1)
    return `${words[0]} ${agreeing(passive, words.slice(0, 1)).join(' ')} ${words.slice(1).join(' ')}`
  // "in the sea and the lakes of the north": no clause without a subject of its own.
  const isTimed = /^\d/.test(words[value.at + 1] ?? '') && predicate.some((word) => /^\d/.test(word))
  if (
    value.kind !== 'number' &&
    value.kind !== 'frequency' &&
    !isTimed &&
    !DETERMINER.test(start) &&
    !isName(words[0] ?? '')
  )
    return COPULA.test(before[verbAt] ?? '')
      ? [...before.slice(0, verbAt + 1), ...words].join(' ')
      : undefined
  const group = verbGroup(before, verbAt)
  const subject = words.slice(0, value.at)
  const told = [...words.slice(value.at), ...unitOf(predicate, words, value.kind)]
  return `${subject.join(' ')} ${agreeing(group, subject).join(' ')} ${told.join(' ')}`
}

/** "euro a kilo" of "three euro a kilo", for a number that stands alone behind it. */
function unitOf(predicate: readonly string[], words: readonly string[], kind: ValueKind): readonly string[] {
  if (kind !== 'number' || valueKindOf(bareOf(words.at(-1) ?? '')) !== 'number') return []
  if (/\D/.test(words.at(-1) ?? '') && /\d/.test(words.at(-1) ?? '')) return []
  const at = predicate.findIndex((word) => valueKindOf(bareOf(word)) === 'number')
  const unit = predicate.slice(at + 1)
  return unit.length < 5 && valueKindOf(bareOf(unit[0] ?? 'in')) === undefined ? unit : []
}

/** "Entrance is 7 euros, for students 4." */
function withOtherNumber(
  before: readonly string[],
  words: readonly string[],
  verbAt: number,
): string | undefined {
  const predicate = before.slice(verbAt + 1)
  const at = predicate.findIndex((word) => valueKindOf(bareOf(word)) === 'number')
  if (at < 0) return undefined
  const value = [words.at(-1) ?? '', ...unitOf(predicate, words, 'number')]
  return [...before.slice(0, verbAt + 1 + at), ...value, ...words.slice(0, -1)].join(' ')
}

const isName = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word)

/** The verb with its auxiliaries: "are watered". */
function verbGroup(before: readonly string[], verbAt: number): readonly string[] {
  const isPassive = isAuxiliary(bareOf(before[verbAt] ?? ''))
  const next = bareOf(before[verbAt + 1] ?? '')
  const hasMore = isPassive && (baseOfPast(next) !== undefined || isBaseVerb(next) || /.{3}ed$/.test(next))
  return before.slice(verbAt, verbAt + (hasMore ? 2 : 1))
}

/** "is" for one, "are" for several. */
function agreeing(group: readonly string[], subject: readonly string[]): readonly string[] {
  const [verb = '', ...rest] = group
  const forms: Readonly<Record<string, string>> = namesSeveral(subject.map(bareOf))
    ? { is: 'are', was: 'were', has: 'have' }
    : { are: 'is', were: 'was', have: 'has', am: 'is' }
  return [forms[verb] ?? verb, ...rest]
}

/** "I feed the tigers at five and the camels at noon" */
function sameSubject(
  before: readonly string[],
  words: readonly string[],
  verbAt: number,
): string | undefined {
  const lead = before.slice(0, verbAt + 1)
  // "The room closes at 17:00, and on Fridays at 15:00."
  if (
    PREPOSITION.test(words[0] ?? '') &&
    / at \d/.test(` ${words.join(' ')}`) &&
    / at \d/.test(before.join(' '))
  )
    return [...lead, ...words].join(' ')
  const isPhrased = (list: readonly string[]) => list.slice(1, -1).some((word) => PREPOSITION.test(word))
  if (!isPhrased(words) || !isPhrased(before.slice(verbAt + 1))) return undefined
  if (PREPOSITION.test(words[0] ?? '') || !/^\p{Ll}/u.test(words[0] ?? '')) return undefined
  const preposition = words.findIndex((word, at) => at > 0 && PREPOSITION.test(word))
  const isSame = before.slice(verbAt + 1).includes(words[preposition] ?? '')
  return isSame ? [...lead, ...words].join(' ') : undefined
}
