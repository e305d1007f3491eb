import { isKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import { baseOfPast } from '../language/verbs.js'
import { rolesInText } from './roles-in-text.js'

const FEMALE: ReadonlySet<string> = lemmas(
  'mother sister wife aunt daughter grandmother niece girl woman queen granddaughter girlfriend widow princess nun witch mam mama lady',
)
const MALE: ReadonlySet<string> = lemmas(
  'father brother husband uncle son grandfather nephew boy man king grandson boyfriend prince monk wizard papa',
)
const VESSEL: ReadonlySet<string> = lemmas('boat ship vessel truck car yacht barge trawler')

function lemmas(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(lemmaOf))
}

/** Somebody or something that a pronoun may stand for, as it can begin a sentence: "Rory", "My brother", "The Patience". */
type Candidate = { readonly phrase: string; readonly pronouns: ReadonlySet<string> }

const PRONOUN =
  /^((?:(?:and|but|so|now|then),? |(?:every|last|next|on|in|at|after|one|each) [^,;:.]{2,30},? )?)(he|she)(?='|’| )/i
const KIN_PHRASE =
  /\b(?:my|our|an?) (?:(?:older|younger|elder|late|little|big|other|first|second|twin) )?(\p{L}+)\b(?!'s)/giu
const NAMED_THING = /\b(?:is|was|called|named) (the \p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+)?)/u

/**
 * Sentences that begin with "he" or "she" with the one they stand for, if what was said before names exactly one: "he's
 * seasick" behind "my brother Rory used to crew for me" is "Rory is seasick". As they are where that is not certain.
 */
export function withAntecedents(sentences: readonly string[]): readonly string[] {
  /** Who was spoken of with the last pronoun. */
  let last: { readonly pronoun: string; readonly phrase: string } | undefined
  let before: string | undefined
  return sentences.map((sentence) => {
    const pronoun = PRONOUN.exec(sentence)?.[2]?.toLowerCase()
    const isSame =
      pronoun !== undefined && last?.pronoun === pronoun && before?.startsWith(last.phrase) === true
    const phrase = isSame ? last?.phrase : antecedentOf(pronoun, before)
    last = pronoun === undefined || phrase === undefined ? undefined : { pronoun, phrase }
    before = phrase === undefined ? sentence : replaceSubject(sentence, phrase)
    return before
  })
}

function antecedentOf(pronoun: string | undefined, before: string | undefined): string | undefined {
  if (pronoun === undefined || before === undefined) return undefined
  const fitting = candidatesIn(before).filter(({ pronouns }) => pronouns.has(pronoun))
  const phrases = new Set(fitting.map(({ phrase }) => phrase))
  return phrases.size === 1 ? fitting[0]?.phrase : undefined
}

function replaceSubject(sentence: string, subject: string): string {
  const named = sentence.replace(PRONOUN, (_, lead: string) => {
    if (/^(?:and|but|so|now|then)/i.test(lead)) return subject
    return lead === '' ? subject : `${lead}${inside(subject)}`
  })
  const contracted = /^['’](s|d|ll) (\S+)/.exec(named.slice(subject.length))
  if (contracted === null || !named.startsWith(subject)) return named
  const [short, verb = '', next = ''] = contracted
  const isDone = baseOfPast(next) !== undefined || /^(?:been|got|never|always)$/.test(next)
  const full = { s: isDone ? 'has' : 'is', d: 'would', ll: 'will' }[verb]
  return `${subject} ${full} ${next}${named.slice(subject.length + short.length)}`
}

const inside = (subject: string): string => subject.replace(/^(?:My|Our|The)\b/, (word) => word.toLowerCase())

function candidatesIn(before: string): readonly Candidate[] {
  const named = rolesInText(before).filter(({ role }) => !/^(?:i|saint)$/.test(role))
  const names = new Map<string, Set<string>>()
  for (const { name, role } of named) names.set(name, (names.get(name) ?? new Set()).add(role))
  const people: Candidate[] = [...names].flatMap(([name, roles]) => {
    const pronouns = pronounsOf([...roles])
    return pronouns === undefined ? [] : [{ phrase: ofVessel([...roles]) ? `The ${name}` : name, pronouns }]
  })
  const bare = [...before.matchAll(KIN_PHRASE)].flatMap(({ 0: phrase, 1: noun = '' }) => {
    const role = lemmaOf(noun.toLowerCase())
    const isNamed = named.some((each) => each.role === role)
    const pronouns = isKin(role) && !isNamed && !/[^s]s$/.test(noun) ? pronounsOf([role]) : undefined
    return pronouns === undefined
      ? []
      : [
          {
            phrase: phrase.replace(/^an? /i, 'My ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
            pronouns,
          },
        ]
  })
  const thing = NAMED_THING.exec(before)?.[1]
  const things: Candidate[] =
    thing === undefined || people.length + bare.length > 0
      ? []
      : [{ phrase: thing.charAt(0).toUpperCase() + thing.slice(1), pronouns: new Set(['she', 'it']) }]
  return [...people, ...bare, ...things]
}

const ofVessel = (roles: readonly string[]): boolean => roles.some((role) => VESSEL.has(role))

/** By which pronouns somebody goes who is this; undefined for what is nobody. */
function pronounsOf(roles: readonly string[]): ReadonlySet<string> | undefined {
  const of = (set: ReadonlySet<string>) => roles.some((role) => set.has(wordsOf(role).at(-1) ?? role))
  if (of(FEMALE)) return new Set(['she'])
  if (of(MALE)) return new Set(['he'])
  if (of(VESSEL)) return new Set(['she', 'it'])
  return roles.some((role) => isKin(role) || /(?:er|or|ist|ian|man|friend|partner|neighbour)$/.test(role))
    ? new Set(['he', 'she'])
    : undefined
}
