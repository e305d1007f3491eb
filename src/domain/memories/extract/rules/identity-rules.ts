import { type Clause, type ExtractionRule, factFindings, nounPhraseOf, splitList } from './clause.js'
import type { Finding } from './finding.js'
import { isName, NAME_PATTERN } from './people.js'

const NUMBERS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const NUMBER = `(?:\\d{1,3}|(?:${TENS})(?:[- ](?:${NUMBERS}))?|${NUMBERS}|a hundred)`
const AGE = new RegExp(
  `^(?:(?:am|is|turned|have turned|has turned|will be|am turning|is turning|turn|turns|just turned|was turning)) (?<age>${NUMBER})(?: years? old| years of age| y/o)?(?=$|[,.!;]| (?:and|but|not|so|last|on|today|yesterday|this|next|soon|in (?:\\p{Lu}|a (?:week|month))))`,
  'u',
)

const home: ExtractionRule = (clause) => {
  const match =
    /^(?:live|lives|lived|am living|is living|are living|am based|is based|reside|resides) (?:(?:together|alone|happily) )?(?<how>in|at|on|near|above|around|by) (?<place>.+)$/i.exec(
      clause.predicate,
    ) ?? /^(?:have |has )?(?:moved|relocated)(?: back)? (?<how>to|into) (?<place>.+)$/i.exec(clause.predicate)
  const place = placeOf(match?.groups?.['place'] ?? '')
  if (clause.isNegated && !clause.isOver) return []
  const how = /^(?:to|into)$/i.test(match?.groups?.['how'] ?? '') ? 'in' : (match?.groups?.['how'] ?? '')
  return factFindings(clause, {
    type: 'fact',
    attribute: 'home',
    value: place,
    cardinality: 'one',
    phrase: clause.isOver ? `lives ${how} ${place}` : `lives ${how} ${place}`,
    ...inPlace(clause, place, 'lives_in'),
  })
}

const NO_PLACE =
  /^(?:the (?:hall|kitchen|top|garden|attic|living room|table|shelf|other)|fear|peace|hope|the moment|a (?:dream|bubble|hurry))\b/i

/** A place; keeps both names of `Lyon, France`. */
function placeOf(written: string): string {
  const plain = nounPhraseOf(written.replace(/, (?=\p{Lu})/gu, ' '))
  return NO_PLACE.test(plain) ? '' : plain
}

const NAMED_PLACE = new RegExp(`(?:^|in |near |called |of |at )(${NAME_PATTERN})$`, 'u')

function inPlace({ subjectKey }: Clause, place: string, relationshipType: string) {
  const name = NAMED_PLACE.exec(place)?.[1]
  if (name === undefined) return {}
  return {
    entities: [{ name, entityType: 'place' as const }],
    relations: [{ from: subjectKey, to: name, relationshipType }],
  }
}

const origin: ExtractionRule = (clause) => {
  const match =
    /^(?:am|is|are|come|comes|came) (?:originally )?from (?<place>(?:the )?\p{Lu}.*)$/u.exec(
      clause.predicate,
    ) ??
    /^(?:was born|grew up|am born|is born) (?:and raised )?(?:in|on|near) (?<place>.+)$/u.exec(
      clause.predicate,
    )
  const place = placeOf(match?.groups?.['place'] ?? '')
  if (clause.isNegated || !/\p{Lu}/u.test(place)) return []
  return factFindings(clause, {
    type: 'fact',
    attribute: 'origin',
    value: place,
    cardinality: 'one',
    phrase: `comes from ${place}`,
    ...inPlace(clause, place, 'comes_from'),
  })
}

const age: ExtractionRule = (clause) => {
  const years = AGE.exec(clause.predicate)?.groups?.['age']
  if (years === undefined || clause.isNegated) return []
  const phrase = /^will/.test(clause.predicate) ? `will be ${years} years old` : `is ${years} years old`
  return factFindings(clause, { type: 'fact', attribute: 'age', value: years, cardinality: 'one', phrase })
}

const LANGUAGES =
  /^(?:a (?:little|bit of) |some |fluent |bad |broken |good |basic |only )*(?<name>English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Ukrainian|Czech|Slovak|Hungarian|Romanian|Bulgarian|Greek|Turkish|Arabic|Hebrew|Persian|Farsi|Hindi|Urdu|Bengali|Tamil|Malayalam|Telugu|Punjabi|Chinese|Mandarin|Cantonese|Japanese|Korean|Vietnamese|Thai|Swedish|Norwegian|Danish|Finnish|Icelandic|Irish|Welsh|Gaelic|Catalan|Basque|Croatian|Serbian|Slovenian|Swahili|Tagalog|Indonesian|Malay|Latin|Esperanto)(?:$| )/

const languages: ExtractionRule = (clause) => {
  const spoken = /^(?:speak|speaks|am fluent in|is fluent in)(?: only)? (?<list>.+)$/.exec(clause.predicate)
    ?.groups?.['list']
  if (spoken === undefined || clause.isNegated) return []
  return splitList(spoken)
    .flatMap((item) => LANGUAGES.exec(item)?.groups?.['name'] ?? [])
    .flatMap((value) =>
      factFindings(clause, { type: 'fact', attribute: 'language', value, phrase: `speaks ${value}` }),
    )
}

const NAMED = new RegExp(
  `(?:[Mm]y name(?:'s| is)|[Tt]he name's|I am called|I'm called|[Pp]eople call me|[Cc]all me|[Ee]veryone calls me|I go by) (?:just )?(?<name>${NAME_PATTERN})(?=$|[,.!;]| and\\b)`,
  'u',
)
const GREETED = new RegExp(
  `^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|evening|afternoon))\\b[^\\p{L}]*(?:there|again|you|captain)?[^\\p{L}]*)?(?:I'm|I am) (?<name>${NAME_PATTERN})(?=$|[,.!;]| by the way| and\\b)`,
  'u',
)
const SURNAME = new RegExp(`[Mm]y (?:surname|last name|family name) is (?<name>${NAME_PATTERN})`, 'u')
const ANSWER = new RegExp(`^(?:I'm |I am |[Ii]t's |[Jj]ust )?(?<name>${NAME_PATTERN})(?=$|[,.!])`, 'u')
const NATIONAL = /(?:ish|ese|ian|ean|ist|ic)$/i

/** The player's name in a statement; `isAsked` means the character has just asked for it. */
export function findPlayerName(statement: string, isAsked: boolean): Finding[] {
  const surname = SURNAME.exec(statement)?.groups?.['name']
  if (surname !== undefined) return nameFinding('surname', surname)
  const name =
    NAMED.exec(statement)?.groups?.['name'] ??
    (isAsked ? ANSWER.exec(statement)?.groups?.['name'] : undefined) ??
    greeted(statement)
  return name !== undefined && isName(name) ? nameFinding('name', name) : []
}

const greeted = (statement: string): string | undefined => {
  const name = GREETED.exec(statement)?.groups?.['name']
  return name === undefined || NATIONAL.test(name) ? undefined : name
}

export const ASKS_FOR_NAME =
  /\b(?:your name|who are you|who is it|name for|what (?:do|should|shall|may|can) (?:i|they|we) call you|you called)\b/i

function nameFinding(attribute: 'name' | 'surname', name: string): Finding[] {
  return [
    {
      type: 'fact',
      subject: 'player',
      attribute,
      value: name,
      cardinality: 'one',
      content: attribute === 'name' ? `The player's name is ${name}` : `The player's surname is ${name}`,
      entities: [{ name, entityType: 'person' }],
      relations: [],
    },
  ]
}

export const IDENTITY_RULES: readonly ExtractionRule[] = [home, origin, age, languages]
