import { isNumber } from './lemma.js'
import { isAdverb, isWord, type Persons, replaceNames, tokensOf } from './own-names.js'
import { capitalise } from './text.js'
import { baseOfPast, baseOfVerb, firstPersonOf, isAuxiliary, isFiniteVerb } from './verbs.js'

const PREPOSITIONS = new Set(
  'about above after against among around at before behind below beside between by during except for from in inside into like near of off on onto out outside over past since than through to toward towards under until up upon with without'.split(
    ' ',
  ),
)
const CONJUNCTIONS = new Set(
  'and but or because if when while where as although though that so since until before after whenever unless'.split(
    ' ',
  ),
)
const DETERMINERS = new Set(
  'the a an this that these those my your his her its our their some no every each'.split(' '),
)

type Neighbours = {
  readonly previous: string
  readonly next: string
  readonly breakBefore: boolean
  readonly isFirst: boolean
}

/** Each word replaced by what `replace` makes of it, with the words beside it in lower case; the rest stays. */
function mapWords(text: string, replace: (word: string, neighbours: Neighbours) => string): string {
  const tokens = tokensOf(text)
  const wordAt = (at: number) => (isWord(tokens[at]) ? (tokens[at] ?? '').toLowerCase() : '')
  const mapped = tokens.map((token, at) => {
    if (!isWord(token)) return token
    const gap = tokens[at - 1] ?? ''
    const after = tokens[at + 1] ?? ''
    return replace(token, {
      previous: wordAt(at - 2),
      next: /^[\s]+$/.test(after) ? wordAt(at + 2) : '',
      isFirst: at === 0 || (at === 1 && !isWord(tokens[0])),
      breakBefore: at < 2 || /[,;:.!?()–—]/.test(gap),
    })
  })
  return mapped.join('')
}

const keepCase = (from: string, to: string) =>
  to.startsWith('I') || !/^\p{Lu}/u.test(from) ? to : capitalise(to)

/** "you" is "I" before a verb and where a clause begins, "me" after a verb or a preposition. */
function isObject({ previous, next, breakBefore }: Neighbours): boolean {
  if (breakBefore || CONJUNCTIONS.has(previous)) return false
  if (next === '' || PREPOSITIONS.has(next) || CONJUNCTIONS.has(next)) return previous !== ''
  const followsVerb =
    PREPOSITIONS.has(previous) || (baseOfVerb(previous) !== undefined && !isAuxiliary(previous))
  return followsVerb || DETERMINERS.has(next)
}

const SECOND: ReadonlyMap<string, string> = new Map([
  ['your', 'my'],
  ['yours', 'mine'],
  ['yourself', 'myself'],
  ["you're", 'I am'],
  ["you've", 'I have'],
  ["you'll", 'I will'],
  ["you'd", 'I would'],
])
const FIRST: ReadonlyMap<string, string> = new Map([
  ['my', 'your'],
  ['mine', 'yours'],
  ['me', 'you'],
  ['myself', 'yourself'],
  ['i', 'you'],
  ["i'm", 'you are'],
  ['im', 'you are'],
  ["i've", 'you have'],
  ["i'll", 'you will'],
  ["i'd", 'you would'],
  ['our', 'your'],
  ['ours', 'yours'],
  ['we', 'you'],
  ["we're", 'you are'],
  ["we've", 'you have'],
  ['us', 'you'],
])
const BE_OF_I: ReadonlyMap<string, string> = new Map([
  ['are', 'am'],
  ["aren't", 'am not'],
  ['were', 'was'],
  ["weren't", "wasn't"],
])

/** What is said to somebody, as they say it: "You lost your hand" is "I lost my hand". */
export function fromSecondToFirst(text: string): string {
  let isSubject = false
  return mapWords(text, (token, neighbours) => {
    const word = token.toLowerCase()
    if (word === 'you') {
      const object = isObject(neighbours)
      isSubject ||= !object
      return object ? 'me' : 'I'
    }
    const { previous } = neighbours
    const agrees = previous === 'you' || (isSubject && (previous === 'and' || previous === 'but'))
    const be = agrees ? BE_OF_I.get(word) : undefined
    return be ?? replacement(SECOND, token)
  })
}

/** What somebody says of themselves and of the other, as the other says it: "my dog" is "your dog", "you" is "I". */
export function exchangePersons(text: string): string {
  return mapWords(text, (token, neighbours) => {
    const word = token.toLowerCase()
    const { previous, next } = neighbours
    if (word === 'you') return isObject(neighbours) ? 'me' : 'I'
    if (word === 'am' && (previous === 'i' || next === 'i')) return 'are'
    if (word === 'was' && previous === 'i') return 'were'
    if (word === 'was' && isAdverb(previous)) return token
    if (word === 'are' && previous === 'you') return 'am'
    if (word === 'were' && previous === 'you') return 'was'
    const first = FIRST.get(word)
    if (first === undefined) return replacement(SECOND, token)
    return neighbours.isFirst ? capitalise(first) : first
  })
}

const replacement = (table: ReadonlyMap<string, string>, token: string): string => {
  const found = table.get(token.toLowerCase())
  return found === undefined ? token : keepCase(token, found)
}

/** Somebody of whom a text tells in the third person. */
export type Subject = {
  /** Names in lower case: the whole, the first and the last. */
  readonly names: readonly string[]
  readonly pronouns: 'he' | 'she' | 'they' | 'it' | undefined
}

/** What people say of themselves. */
const SELF_REPORT =
  /^(?:swears|swore|claims|claimed|insists|insisted|boasts|boasted|admits|admitted|confesses|confessed|denies|denied)$/

type Pronouns = { readonly subject: string; readonly object: string; readonly possessive: string }
const PRONOUNS: Readonly<Record<'he' | 'she' | 'they' | 'it', Pronouns>> = {
  he: { subject: 'he', object: 'him', possessive: 'his' },
  she: { subject: 'she', object: 'her', possessive: 'her' },
  they: { subject: 'they', object: 'them', possessive: 'their' },
  it: { subject: 'it', object: 'it', possessive: 'its' },
}
const KIN = {
  he: 'father brother son uncle husband grandfather nephew king boy man friend'.split(' '),
  she: 'mother sister daughter aunt wife grandmother niece queen girl woman friend'.split(' '),
  they: ['parents', 'brothers', 'sisters', 'sons', 'daughters', 'children', 'people', 'friends', 'villagers'],
  it: [],
} as const

const FIRST_PERSON: Persons = { i: 'I', me: 'me', my: 'my', self: 'myself' }
const SECOND_PERSON: Persons = { i: 'you', me: 'you', my: 'your', self: 'yourself' }

/**
 * What is told of somebody, as they say it: "She keeps bees and loves her dog" is "I keep bees and love my dog". What
 * `startsWithVerb` has lost its subject. With `'second'` it is said to them: "You keep bees".
 */
export function fromThirdPerson(
  text: string,
  { names, pronouns }: Subject,
  { startsWithVerb = false, to = 'first' as 'first' | 'second' } = {},
): string {
  const persons = to === 'first' ? FIRST_PERSON : SECOND_PERSON
  const own = pronouns === undefined ? undefined : PRONOUNS[pronouns]
  const kin: ReadonlySet<string> = new Set(pronouns === undefined ? [] : KIN[pronouns])
  const named = replaceNames(text, names, persons)
  // What the verb that comes next belongs to.
  const clause = { agrees: startsWithVerb, coordinates: startsWithVerb, hasKin: false, hasThing: false }
  const isOfSpeaker = startsWithVerb || named.startsWith(`${persons.i} `)
  return mapWords(named, (token, neighbours) => {
    const word = token.toLowerCase()
    const { previous, next } = neighbours
    if (kin.has(word)) clause.hasKin = true
    if (word === 'it' && own?.subject === 'it' && isObject(neighbours)) return persons.me
    // Of a robot that the text calls by its name alone.
    if (word === 'its' && own === undefined && isOfSpeaker && !clause.hasThing)
      return keepCase(token, persons.my)
    if (DETERMINERS.has(word)) clause.hasThing = true
    // "Pavel swears he saw one": whoever swears speaks of himself.
    if (word === own?.subject && !clause.agrees && SELF_REPORT.test(previous) && !neighbours.breakBefore)
      return token
    if (word === persons.i.toLowerCase() || (word === own?.subject && !clause.hasKin)) {
      clause.agrees = true
      clause.coordinates = true
      return keepCase(token, persons.i)
    }
    if (own !== undefined && word === `${own.subject}'s` && !clause.hasKin)
      return keepCase(token, contractedOf(next, persons))
    if (own !== undefined && !(clause.hasKin && previous !== '' && kin.has(previous))) {
      if (word === `${own.object}self` || word === `${own.possessive}self`) return persons.self
      if (
        word === own.possessive &&
        (word !== own.object || (isPossessive(next) && !isGiven(previous, next)))
      )
        return keepCase(token, next === '' && persons.i === 'I' && previous !== '' ? 'mine' : persons.my)
      if (word === own.object) return persons.me
    }
    return agree(token, neighbours, { clause, persons })
  })
}

/** "he's against it" is "I am against it", "he's lost it" is "I have lost it". */
function contractedOf(next: string, { i }: Persons): string {
  if (next === 'been' || next === 'got' || (baseOfPast(next) !== undefined && !STATES.has(next)))
    return `${i} have`
  return i === 'I' ? 'I am' : `${i} are`
}

/** Participles of what somebody is, rather than of what they have done. */
const STATES = new Set(
  'married scared terrified frightened worried tired bored obsessed known called named born engaged divorced retired'.split(
    ' ',
  ),
)

function agree(
  token: string,
  { previous, breakBefore }: Neighbours,
  { clause, persons }: { clause: { agrees: boolean; coordinates: boolean }; persons: Persons },
): string {
  const word = token.toLowerCase()
  if (/^(?:although|though|whereas|while|unless)$/.test(word)) clause.coordinates = false
  if (word === 'who' || word === 'which' || word === 'that' || word === 'where' || word === 'because')
    clause.coordinates = false
  if (clause.agrees && isAdverb(word)) return token
  const follows = previous === 'and' || previous === 'but' || previous === 'or' || isAdverb(previous)
  if (
    clause.coordinates &&
    (previous === 'and' || previous === 'but') &&
    !isFiniteVerb(word) &&
    !isAdverb(word) &&
    !isNumber(word)
  )
    clause.coordinates = false
  if (!clause.agrees && !(clause.coordinates && (follows || breakBefore))) return token
  if (!clause.agrees && breakBefore && /^\p{Lu}/u.test(token)) return token
  clause.agrees = false
  const base =
    firstPersonOf(word) ??
    (persons.i === 'I' ? BE_OF_I.get(word) : undefined) ??
    unknownBaseOf(word, previous)
  if (base === undefined) return token
  return keepCase(token, persons.i === 'you' && base.startsWith('am') ? base.replace('am', 'are') : base)
}

/** "She votes" with a verb that is in no list. */
const unknownBaseOf = (word: string, previous: string): string | undefined =>
  /^(?:i|he|she|it|they|you)$/.test(previous) && /^\p{L}{3,}[^su']s$/u.test(word)
    ? word.slice(0, -1)
    : undefined

/** "gave her two years" */
const isGiven = (verb: string, next: string): boolean =>
  /^(?:g[ai]ves?|given|tells?|told|costs?|brings?|brought|lends?|lent|offer(?:s|ed)?|teach(?:es)?|taught|teaching|shows?|showed|sends?|sent|left|leaves?|pays?|paid|allow(?:s|ed)?|wins?|won|buys?|bought)$/.test(
    verb,
  ) &&
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|\d+|money|nothing|everything|lessons|time|chess|english|french|german|manners|magic|music|latin|maths)$/.test(
    next,
  )

/** "her hands" and "her old hands", but not "taught her until". */
const isPossessive = (next: string): boolean =>
  next !== '' &&
  !PREPOSITIONS.has(next) &&
  !CONJUNCTIONS.has(next) &&
  !DETERMINERS.has(next) &&
  !isAdverb(next) &&
  !isAuxiliary(next)
