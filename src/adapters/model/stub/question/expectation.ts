import { countsIn, thingsAsked } from '../language/counts.js'
import { isNumber, lemmaOf, numberOf } from '../language/lemma.js'
import { isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import type { Statement } from '../statements/statement.js'
import type { QuestionKind } from './question-kind.js'
import type { Question } from './read-question.js'

const TIME =
  /\b(?:\d{1,2}[:.]\d{2}|[12]\d{3}|sunset|sunrise|nightfall|o'clock|noon|midnight|midday|morning|evening|night|dawn|dusk|winter|summer|spring|autumn|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|june|july|august|september|october|november|december|yesterday|today|tomorrow|ago|since|century|years?|months?|weeks?|days?|hours?|easter|christmas|midsummer|midwinter|solstice|each|when|until|before|after|last|next|every|half past|quarter (?:to|past)|(?:at|from|by|between) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b(?! (?:\p{L}+ )?(?:sons?|daughters?|brothers?|sisters?|children|rooms?|people|friends|men|women|houses|villages|miles|metres))|['’]\d{2}(?!\d)/iu
const CLOCK =
  /\b\d{1,2}[:.]\d{2}\b|\b(?:o'clock|noon|midnight|midday)\b|\bat (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half past|\d{1,2})\b/i
const DURATION =
  /\b(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|nights?|since|decades?|centur(?:y|ies)|forever|metres?|meters?|feet|kilometres?|miles?|long)\b/i
/** "for eight years" says how long, "45 euros a night" how much. */
const NO_TIME =
  /\b(?:calls?|called|names?|named) .{0,30}?\bafter\b|\bfor (?:\p{L}+ ){0,3}?(?:years|months|weeks|days|hours|minutes|nights)\b(?! (?:now|ago|from|since))|(?<=\d|euros?|pounds?|dollars?|crowns?) (?:a|per) (?:night|day|week|month|year|hour)\b/giu
/** What a preposition of place may stand before that is none: a time, an age, a number, something done. */
const NO_PLACE =
  /^(?:(?:an? |the |my )?(?:january|february|march|april|may|june|july|august|september|october|november|december|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|spring|summer|autumn|winter|morning|evening|afternoon|night|dawn|dusk|noon|midnight|easter|christmas|first|last|time|end|age|year|week|weekend|day|month|hour|minute|moment|once|least|most|all|love|general|particular|fact|return|addition|vain|secret|me|him|her|it|them|you|us|be|have|do|see|make|go|become|get)s?|[\p{L}-]*(?:teen|ty)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d[\d.:,]*|\p{L}{3,}(?:ing|ist|ician|woman))$/iu
const AT_PLACE =
  /\b(?:in|at|on|above|from|near|behind|under|between|beside|next to|off|over|below|opposite|inside|outside|to|around|along|through|across|by|beneath|among|aboard|beyond|past) (?:(?:the|a|an|my|our|your|his|her|its|their) )?([\p{L}\d-]+)/giu

/** Somewhere that the question does not name itself. */
const namesPlace = ({ text }: Statement, { words }: Question): boolean => {
  const asked = new Set(words.map(lemmaOf))
  for (const { 1: place = '' } of text.slice(0, PLACE_CHARACTERS).matchAll(AT_PLACE))
    if (!NO_PLACE.test(place) && !asked.has(lemmaOf(place.toLowerCase()))) return true
  return false
}
const PLACE_CHARACTERS = 600
const ADDRESS =
  /(?<![\p{L}'’])\p{Lu}[\p{L}'’]{1,30} (?:Row|Street|Road|Lane|Square|Avenue|Alley|Quay|Place|Court)\b/u
const REASON =
  /\b(?:because|since(?! (?:\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|last|then))|so that|so|as i|after|until|due to|for fear|in order|which makes|that is why|therefore|when|would not|wouldn't)\b/i
const PERSON_NOUN =
  /\b(?:mother|father|brother|sister|son|daughter|wife|husband|uncle|aunt|cousin|grand\w+|friend|king|queen|master|teacher|professor|captain|doctor|boss|rival|enemy|colleague|neighbour|boy|girl|man|woman|people|monks?|beggars?|baker|cook|officer|engineer|singer|dancer|writer|painter|sailor|hunter|farmer|seller|trader|driver|robber|thief|witch|wizard|priest|nun|guard|soldier|ghost|elf|goblin|dwarf|critic|clerk|nurse|butcher|miller|smuggler|pirate|merchant|stranger|customer|visitor|journalist|artist|musician|fisherman|postman|watchman|fishmonger|baker|smith|keeper|conductor|monster|dragon|children|twin)s?\b/i

/** How well a statement's form fits what is asked: below 1 it lacks what the answer must have. */
export function fitOf(question: Question, statement: Statement): number {
  const { kind, text: asked } = question
  const { text } = statement
  switch (kind) {
    case 'when':
      if (/\btime\b|\bo'clock\b/i.test(asked)) return CLOCK.test(text) ? 1.5 : 0.6
      return TIME.test(text.replace(NO_TIME, ' ')) ? 1.15 : 0.5
    case 'how long':
      return fitOfDuration(statement)
    case 'how many':
      return fitOfCount(statement, question)
    case 'how much':
      return fitOfAmount(asked, statement)
    case 'how old':
      return AGE.test(text) ? 1.1 : 0.3
    case 'where':
      if (statement.isNegated && !question.isNegated && /\blive|from\b/i.test(asked)) return 0.7
      if (namesPlace(statement, question) || ADDRESS.test(text) || /\bwhere\b/.test(text)) return 1.1
      return statement.isNegated ? 0.8 : 0.75
    case 'why':
      return REASON.test(text) ? 1.25 : 0.8
    case 'who':
      return (hasName(text.replace(PLACED, ' ')) ||
        statement.roles.length > 0 ||
        PERSON_NOUN.test(text) ||
        SAYS.test(text) ||
        isDoneByAnother(question, statement) ||
        /\bby (?:an?|the|my|our) \p{L}/u.test(text)) &&
        !isOwnDeed(asked, statement)
        ? 1.1
        : 0.6
    default:
      return KIND.test(asked) && !tellsKind(asked, statement) ? 0.7 : 1
  }
}

/** "or so the plumber says" */
const SAYS =
  /\b(?:the|my|our|an?) (?:\p{L}+ )?\p{L}{3,} (?:says|swears|claims|thinks|believes|told|said|calls|called)\b/iu

/** "The caretaker cleans the pool" for "Who cleans the pool?": whoever does it, whatever the noun. */
const isDoneByAnother = ({ focus: { verb }, text: asked }: Question, { words }: Statement): boolean => {
  if (verb === undefined || !ASKS_DOER.test(asked) || !/^(?:the|an?|my|our|one|every)$/.test(words[0] ?? ''))
    return false
  const at = words.findIndex((word, index) => index > 1 && (isFiniteVerb(word) || isBaseVerb(word)))
  return at > 1 && at < 7 && lemmaOf(words[at] ?? '') === verb
}

/** "What kind of soup is it?" asks for more than that there is one. */
const KIND =
  /^(?:and |so )?(?:what|which) (?:kind|sort|type|breed|make|brand|flavour|variety|species) of (\p{L}+)/iu
const BARE = /^(?:the|an?|my|our|your|his|her|their|some|any|no|of|and|this|that|there's|is|for)$/

/** Something stands before the word that says which one, or behind it, or the word is not there at all. */
function tellsKind(asked: string, { words }: Statement): boolean {
  const thing = lemmaOf((KIND.exec(asked)?.[1] ?? '').toLowerCase())
  const at = words.findIndex((word) => lemmaOf(word) === thing)
  return (
    at < 0 ||
    !(at === 0 || BARE.test(words[at - 1] ?? '')) ||
    /^(?:of|called|named|made|with|is|are)$/.test(words[at + 1] ?? '')
  )
}

const ASKS_PRICE = /\b(?:costs?|pay|owe|charges?|prices?|fees?|how much (?:is|are|was|were|for))\b/i
/** What comes on top of a price, or goes off it, is not the price. */
const SURCHARGE = /\b(?:more|extra|surcharge|discount|deposit|off|additional|saved?|owes?|tips?)\b/i

const OFTEN =
  /\b(?:once|twice|thrice|never|always|daily|weekly|monthly|yearly|every|each|seldom|rarely|often|(?:several|many|few|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|a hundred|\d{1,4}) times|(?:a|per) (?:day|week|month|year))\b/iu
const MONEY =
  /[$£€]|\b\d+[.,]\d\d\b|\b(?:euros?|pounds?|dollars?|crowns?|pence|cents?|coppers?|silvers?|golds?|credits?|florins?|francs?|shillings?|pennies|free|coins?|guineas?|ducats?|thalers?|quid|roubles?|rupees?|yen|lire?|kron[aeo]r?|sovereigns?|pesos?|bob|marks?|soldi|pfennigs?|half price|half-price)\b/i

/** It counts time, people or lengths. */
const isUnit = (words: readonly string[], at: number): boolean =>
  /^(?:of|years?|months?|weeks?|days?|hours?|minutes?|nights?|metres?|miles?|degrees?|times?|people|persons?|passengers|guests|noon|o'clock|am|pm)$/.test(
    words[at + 1] ?? '',
  ) ||
  /^(?:to|until) (?:noon|midnight|\d)/.test(`${words[at + 1] ?? ''} ${words[at + 2] ?? ''}`) ||
  /^[12]\d{3}$|:/.test(words[at] ?? '')

/** What a measure is given in. */
const LENGTH =
  /\d ?(?:c?m|km|ft)\b|\b(?:(?:centi|kilo)?met(?:re|er)s?|inch(?:es)?|feet|foot|miles?|yards?|fathoms?|storeys?|floors?|tall|hands|light-years?|head|heads|knee|waist|shoulder|minutes?|hours?|days?)\b/i
const WEIGHT =
  /\d ?(?:k?g|lbs?)\b|\b(?:kilos?|kilograms?|grams?|pounds?|stones?|tons?|tonnes?|ounces?|feather|heavy|light)\b/i
const SPEED = /\b(?:knots?|kilomet(?:re|er)s?|km|miles?|mph|warp|speed|fast|slow|quick|minutes?|hours?)\b/i
const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:tall|high|deep|wide|far|thick|long)\b(?! in (?:debt|love)\b)(?!.{1,30}\b(?:fine|price|rent|cost|fee|bill|salary|wage|debt|tax|fever|score|interest|deposit|toll)\b)/i,
    LENGTH,
  ],
  [/\bhow heavy\b|\b(?:weigh|weight)\b/i, WEIGHT],
  [/\bhow fast\b/i, SPEED],
]

const EXTRA: ReadonlySet<string> = new Set(['extra', 'more', 'each', 'less', 'off'].map(lemmaOf))
/** "two hundred woodcuts" is no price. */
const isOfThings = ({ words }: Statement, number: string): boolean =>
  countsIn(words).some(
    ({ written, nouns }) => written === number && nouns.length > 0 && !EXTRA.has(nouns[0] ?? ''),
  ) ||
  // "two hundred" is counted by its last word.
  isNumber(words[words.indexOf(number) + 1] ?? '')

function fitOfAmount(asked: string, statement: Statement): number {
  const { text } = statement
  if (/\bhow often\b/i.test(asked)) return OFTEN.test(text) ? 1.2 : 0.5
  const measured = UNITS.find(([pattern]) => pattern.test(asked))
  if (measured !== undefined) return measured[1].test(text) ? 1.2 : 0.6
  const isPrice = ASKS_PRICE.test(asked)
  // "A violin takes me three months" names no price.
  if (
    isPrice &&
    !MONEY.test(text) &&
    statement.words.every(
      (word, at) =>
        !isNumber(word) ||
        /\p{L}-\d/u.test(word) ||
        isUnit(statement.words, at) ||
        isOfThings(statement, word),
    )
  )
    return /\bfree\b/i.test(text) ? 1.1 : 0.7
  if (!hasNumber(statement)) return isPrice && /\bfree\b|\bhalf price\b/i.test(text) ? 1.1 : 0.75
  return isPrice && SURCHARGE.test(text) && !SURCHARGE.test(asked) ? 0.85 : 1.15
}

/** A capital letter that is of a place. */
const PLACED = / (?:in|at|near) (?:the )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*/gu

/** "Who got the medal?" asks for whoever did it: not what "I" did, unless somebody else is named as the one behind it. */
const ASKS_DOER =
  /^(?:and |so |but )?who (?!(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|else)\b)(?!'s|'re)\p{L}/iu
const BEHIND_IT =
  /, who \p{L}|\b(?:by|from|with|to|under|thanks to|because of|my|our|called|named|him|her|them|he|she|they)\b/iu

const isOwnDeed = (asked: string, { text, words }: Statement): boolean =>
  (/\bbefore you\b/i.test(asked) && /^I am\b/.test(text)) ||
  (ASKS_DOER.test(asked) && /^(?:i|i'm|i've)$/.test(words[0] ?? '') && !BEHIND_IT.test(text))

/** A number that may be an age: no year, no price. */
const AGE =
  /\b(?:years? old|aged?|when (?:I|we|he|she|they) (?:was|were)|(?:was|were|am|turned|is|at|than|then|only|just) (?:then |only |just |about |nearly |almost |over |under )?(?:\d{1,3}(?!\d|[.:]\d)|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty(?:-\p{L}+)?)\b)|are (?:now |both |only |just )?(?:\d{1,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty))(?= and (?:\d|\p{L}+)[.;,]|[.,;]|$)|(?:girl|boy|child|kid|lad|widow|widower|man|woman|lady|gentleman) of|(?:they|he|she)'(?:re|s) (?:only |just |about |nearly |almost )?(?:\d{1,3}(?!\d|[.:]\d)|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty(?:-\p{L}+)?)\b(?! \p{L}))|centur(?:y|ies) old)/iu

function fitOfDuration({ text, words }: Statement): number {
  // "I have not flown since 2009" tells how long something has not been.
  if (/\b(?:not|never)\b.{0,30}\bsince\b/.test(text)) return 0.5
  const isCounted = words.some(
    (word, at) =>
      (isNumber(word) || COUNTS.test(word)) &&
      words.slice(at + 1, at + 3).some((unit) => DURATION.test(unit)),
  )
  if (isCounted) return 1.2
  return DURATION_ALONE.test(text) ? 1 : 0.4
}

const COUNTS = /^(?:half|quarter|few|several|couple|whole|an?)$/

const DURATION_ALONE = /\b(?:since|forever|all my life|always|for (?:years|ages|months))\b/i

/** A count stands right before what is counted: nothing else answers, but that there is none. */
function fitOfCount({ words, lemmas, context }: Statement, { terms, words: asked }: Question): number {
  const things = thingsAsked(asked)
  // "How many books did you save?" counts books, and not what one saves.
  const isAsked = (noun: string) =>
    terms.some(({ lemma, variants }) => {
      const worth = lemma === noun ? 1 : (variants.get(noun) ?? 0)
      return worth >= ALIKE || (worth > 0 && (things.length === 0 || things.includes(lemma)))
    })
  const counts = countsIn(words)
  if (counts.some(({ nouns }) => nouns.some(isAsked))) return 1.3
  const isNone = words.some(
    (word, at) =>
      /^(?:no|none|without)$/.test(word) &&
      (word === 'none' || words.slice(at + 1, at + 3).some((next) => isAsked(lemmaOf(next)))),
  )
  if (isNone) return 1.1
  // "a third of my spruces"
  const isShare = words.some(
    (word, at) =>
      /^(?:half|third|quarter|thirds|quarters|most|majority|few)$/.test(word) &&
      words.slice(at + 1, at + 5).some((next, behind) => behind > 0 && isAsked(lemmaOf(next))) &&
      words[at + 1] === 'of',
  )
  if (isShare) return 1.2
  // "Visitors throw coins; we found 214 last year.", "There are forty."
  const isBare = words.some(
    (word, at) =>
      numberOf(word) !== undefined &&
      !isOfMeasure(words, at) &&
      !counts.some(
        ({ written, nouns }) => written === word && !/^(?:last|this|year|today)/.test(nouns[0] ?? ''),
      ),
  )
  if (isBare && (lemmas.some(isAsked) || context.some(isAsked))) return 0.9
  const isOne = words.some(
    (word, at) =>
      /^an?$/.test(word) &&
      words
        .slice(Math.max(0, at - 4), at)
        .some((before) => /^(?:have|has|had|own|owns|keep|keeps|got|there|with|and)$/.test(before)) &&
      words.slice(at + 1, at + 4).some((next) => isAsked(lemmaOf(next))),
  )
  return isOne ? 0.8 : 0.4
}

/** A word that is alike, rather than one of the kind. */
const ALIKE = 0.7

/** A year, an age, a time or a price counts no things. */
const isOfMeasure = (words: readonly string[], at: number): boolean =>
  /^[12]\d{3}$|[.:]/.test(words[at] ?? '') ||
  /^(?:age|aged|at|since|in|until)$/.test(words[at - 1] ?? '') ||
  (words[at - 1] === 'of' && words[at - 2] === 'age') ||
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|o'clock|dollars?|euros?|pounds?|crowns?|cents?|metres?|miles?|percent)$/.test(
    words[at + 1] ?? '',
  )

export const hasNumber = ({ words }: Statement): boolean => words.some(isNumber)

/** "Trotsky played chess" */
const BEGINS_WITH_NAME =
  /^(?!(?:The|This|That|There|Then|Once|Every|Most|Some|Many|When|After|Before|Since|In|On|At|By|For|My|Our|Your|His|Her|Their|It|We|You|They|One|Two|Three|Both|All|Each|Half|Nothing|Nobody|Visitors|Guests|Children|People)\b)\p{Lu}\p{Ll}{2,} (\p{L}+)\b/u

/** A capital letter that does not begin the sentence and is not the I. */
const hasName = (text: string): boolean =>
  isFiniteVerb(BEGINS_WITH_NAME.exec(text)?.[1] ?? '') || /[^.!?“"]\s(?!I\b|I')\p{Lu}\p{Ll}+/u.test(text)

const MUST_HAVE: ReadonlySet<QuestionKind> = new Set(['when', 'who', 'how many', 'how long', 'how old'])
/** Without the form that is asked for, a statement must be about exactly what was asked. */
export const needsForm = (kind: QuestionKind): boolean => MUST_HAVE.has(kind)
