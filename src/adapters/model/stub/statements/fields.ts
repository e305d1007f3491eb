import { namesSeveral } from '../language/counts.js'
import { isNumber } from '../language/lemma.js'
import { fromThirdPerson, type Subject } from '../language/person.js'
import { capitalise, wordsOf } from '../language/text.js'
import { baseOfPast, firstPersonOf, isFiniteVerb } from '../language/verbs.js'
import { LABEL, LABELS, notedItems, withArticle } from './labels.js'
import { ADJECTIVES, completeNote, isPreposition, isVerb, notesIn, POSSESSED } from './notes.js'
import { peopleIn } from './people-lists.js'
import { pricedItems } from './priced-items.js'
import { startsWithVerb } from './starts-with-verb.js'

/** "The van is my second bed: a blue one" is no field. */
const isClause = ([, key = '']: RegExpExecArray): boolean =>
  /^(?:i|i'm|i've|we|we're|he|she|they|you|it|it's|there)$/.test(wordsOf(key)[0] ?? '') ||
  wordsOf(key).some((word, at) => at > 0 && /^(?:is|are|was|were|am|has|have|had)$/.test(word))

/**
 * A sentence about somebody, or notes without a subject, in the first person: "Keeps bees" is "I keep bees", "Afraid of
 * wasps" is "I am afraid of wasps", "Favourite book: Emma" is "My favourite book is Emma".
 */
export function completeFragment(sentence: string, subject: Subject): readonly string[] {
  const [, task = '', called = '', asked = ''] = TASK.exec(sentence) ?? []
  if (asked !== '')
    return [`For the ${task.toLowerCase()} called ${called}, ${fromThirdPerson(asked, subject)}`]
  const label = LABEL.exec(sentence)
  if (label !== null && !isClause(label) && !sentence.includes('"')) return labelled(label, subject)
  return notesIn(sentence).map((note) => completeNote(note, subject))
}
/** What a field says, in the first person: "Hobby: she collects keys" is "I collect keys". */
function labelled([, key = '', value = '']: RegExpExecArray, subject: Subject): readonly string[] {
  const label = key.trim().toLowerCase()
  const known = LABELS.get(label)
  const bare = fromThirdPerson(value, subject).replace(/(?<![.\s])[.\s]+$/, '')
  // "Cannot: read or write"
  if (MODAL.test(label)) {
    const [first = '', ...rest] = bare.split('; ')
    return [
      `I ${label.replace(/^doesn't|^does not/, "don't")} ${first}`,
      ...rest.map((part) => completeNote(part, subject)),
    ]
  }
  // "Apprenticed to: Old Tam"
  const participle = PARTICIPLE.exec(label)
  if (participle !== null) return [`I ${participle[1] === undefined ? 'am' : 'was'} ${label} ${bare}`]
  // "From the leaflet: closed on Mondays"
  if (SOURCE.test(label)) return [capitalise(bare)]
  // "Family: widow of Guido; daughter Imelda stretches the skins"
  if (/^(?:family|relatives|relations)$/.test(label) && bare.includes('; '))
    return bare.split('; ').map((part) => kinIn(part) ?? completeNote(part, subject))
  if (label === 'reward') return [`The reward for it is ${bare}`]
  const prices = SALE.test(label) ? pricesIn(bare) : []
  if (prices.length > 0) return [...soldBy(label, bare), ...prices]
  const noted = notedItems(bare)
  if (known !== undefined)
    return [
      known(noted.bare),
      ...noted.told.map((told) => (label === 'languages' ? `My ${told}` : capitalise(told))),
    ]
  const fields = `${key}: ${bare}`.split('; ').map((part) => LABEL.exec(part))
  if (fields.length > 1 && fields.every((each) => each !== null))
    return fields.flatMap((each) => (each === null ? [] : labelled(each, subject)))
  const people = peopleIn(key.trim(), bare)
  if (people.length > 0) return people
  if (/^(?:marital|family|civil) status$/.test(label))
    return bare
      .split(/, (?=(?:an?|no|one|two|three|four|five|six|\d) )/)
      .map((part) => completeNote(part, subject))
  const parts =
    noted.told.length > 0
      ? [fieldOf(key.trim(), noted.bare), ...noted.told.map(capitalise)]
      : bare.split('; ')
  return parts.map((part, at) => {
    if (noted.told.length > 0) return part
    const had = /^(yes|no)\b(.*)$/i.exec(part)
    // "Family: no children"
    if (had !== null && /^no$/i.test(had[1] ?? '') && /^ \p{L}/u.test(had[2] ?? '')) return `I have ${part}`
    if (had !== null)
      return `I have ${/^y/i.test(had[1] ?? '') ? withArticle(label) : `no ${label}`}${had[2]}`
    return at > 0 && startsWithVerb(wordsOf(part)) ? completeNote(part, subject) : fieldOf(key.trim(), part)
  })
}

/** 'Quest "The Drowned Bell": bring the clapper to the abbot' */
const TASK =
  /^((?:Side |Main )?(?:Quest|Mission|Task|Errand|Job|Assignment)) ["“]([^"”]{2,60})["”]: (\p{Ll}.+)$/u
const MODAL =
  /^(?:(?:cannot|can't|never|won't|will not|must not|refuses to|does not|doesn't) \p{L}+|cannot|can't|can|never|always|won't|will not|must not|must|does not|doesn't|refuses to|is not allowed to)$/u
const PARTICIPLE =
  /^(?:(apprenticed|educated|trained|born|raised|taught|built|made|found)|married|engaged|sworn|bound|employed|based|devoted|related) (?:to|by|in|at|under|with|for)$/
const SOURCE = /^(?:from|according to|out of|as in) (?:the|a|an|his|her|its|their|our|my)\b/
/** Its field lists what something costs, or what is sold for how much. */
const SALE =
  /^(?:sells?|offers?|wares|goods|stock|for sale|prices?|fees?|fares?|rates?|tickets?|menu|services|price list)$/

/** "90 pounds an hour, deposit 50 pounds; touch-ups are free": a sentence for each price; none where anything else is among them. */
function pricesIn(value: string): readonly string[] {
  const whole = pricedItems(value).map((price) => price.replace(/[.]$/, ''))
  if (whole.length > 0) return whole
  const parts = value.split('; ')
  const told = parts.map((part) => {
    if (wordsOf(part).some((word) => /^(?:is|are|costs?)$/.test(word))) return [capitalise(part)]
    const items = part.split(/, (?:and )?/)
    return items.every((item) => PRICE.test(item)) ? items.map(priceOf) : []
  })
  return told.every((each) => each.length > 0) ? told.flat() : []
}

const PRICE = /^(?:(\p{L}[^\d$£€]{1,60}) )?((?:from |about |only )?[$£€]?\d[^,;]*|free)$/u

function priceOf(item: string): string {
  const [, name, price = ''] = PRICE.exec(item) ?? []
  if (name === undefined) return `My price is ${price}`
  return `${capitalise(name)} ${namesSeveral(wordsOf(name)) ? 'are' : 'is'} ${price}`
}

/** "I sell rope and torches": the things alone; of a list of prices only what has none. */
function soldBy(label: string, value: string): readonly string[] {
  const verb = firstPersonOf(label)
  const items = value.split(/, (?:and )?|; /)
  if (verb === undefined || !isFiniteVerb(label)) {
    const last = items.at(-1) ?? ''
    return /\d/.test(last) ? [] : [capitalise(last)]
  }
  const things = items.map((item) => item.split(/ (?=[$£€]?\d)/)[0] ?? item)
  const last = things.at(-1) ?? ''
  return [`I ${verb} ${things.length < 2 ? last : `${things.slice(0, -1).join(', ')} and ${last}`}`]
}

/** "my brother Sami, a pilot" */
function kinIn(value: string): string | undefined {
  const [, who = '', what] = /^((?:my )?\p{Ll}+ \p{Lu}[\p{L}'-]+), ((?:an?|the) .+)$/u.exec(value) ?? []
  return what === undefined
    ? undefined
    : `${who.startsWith('my ') ? capitalise(who) : `My ${who}`} is ${what}`
}

function fieldOf(key: string, value: string): string {
  const kin = kinIn(value)
  if (kin !== undefined) return kin
  const words = wordsOf(value)
  const [label = '', ...more] = wordsOf(key)
  // "Three sons: two are soldiers, the youngest is a miller"
  if (isNumber(label) && more.length > 0 && words.some(isVerb)) return `I have ${key.toLowerCase()}: ${value}`
  // "Scared of: the dark"
  if (ADJECTIVES.has(label) && more.length === 1 && isPreposition(more[0] ?? ''))
    return `I am ${label} ${more[0]} ${value}`
  // "Lost luggage: call Signe"
  if (isRequest(words)) return `For ${key.charAt(0).toLowerCase()}${key.slice(1)}, ${value}`
  const verb = firstPersonOf(wordsOf(key)[0] ?? '')
  // "Lives in: a caravan"
  if (verb !== undefined && !POSSESSED.has(wordsOf(key)[0] ?? '') && wordsOf(key).length === 2)
    return `I ${verb} ${wordsOf(key)[1]} ${value}`
  // "Sells: clockwork mice"
  if (verb !== undefined && more.length === 0 && isFiniteVerb(label) && !POSSESSED.has(label))
    return `I ${verb} ${value}`
  if (FACT.test(key) && words.some(isVerb)) return capitalise(value)
  const isSentence = /^(?:i|my|we|our|you|your|he|she|it|they)$/.test(words[0] ?? '') && words.some(isVerb)
  if (isSentence) return value
  // "Career: ran a forge, retired in 1990", "Family: married to Ann", "Pets: a dog named Rex"
  if (/^(?:married|divorced|widowed|engaged|single|separated)$/.test(words[0] ?? '')) return `I am ${value}`
  if (startsWithVerb(words) && baseOfPast(words[0] ?? '') !== undefined) return `I ${value}`
  if (HAD.test(key) && /^(?:an?|no|one|two|three|four|five|six|\d+)$/.test(words[0] ?? ''))
    return `I have ${value}`
  const isPlural = /[^su]s$/.test(key) && /,| and | to /.test(value)
  if (OWNED.test(key)) return `${key} ${isPlural ? 'are' : 'is'} ${value}`
  return `My ${key.toLowerCase()} ${isPlural ? 'are' : 'is'} ${value}`
}

const FACT = /(?:facts?|trivia|notes?|secrets?|quirks?|details?|rumou?rs?)$/i
const HAD = /^(?:pets?|animals?|children|kids|siblings|family|vehicles?|instruments?|weapons?)$/i

/** It tells somebody what to do. */
const isRequest = ([verb = '', object = '']: readonly string[]): boolean =>
  /^(?:call|ring|ask|write|send|see|go|take|come|contact|bring|leave|email|phone|book|visit|pay)$/.test(
    verb,
  ) &&
  object !== '' &&
  !isFiniteVerb(object) &&
  !/^(?:and|or|is|are|of|by)$/.test(object)

const OWNED = /^(?:the|my|your|his|her|its|their) /i

/** The sentences of a field, "The crew: Ann and Bob"; other sentences are as they are. */
export function fieldsIn(sentence: string, subject: Subject): readonly string[] {
  const label = LABEL.exec(sentence)
  return label === null || isClause(label) || sentence.includes('"') ? [sentence] : labelled(label, subject)
}
