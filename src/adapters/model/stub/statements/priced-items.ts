import { namesSeveral } from '../language/counts.js'
import { capitalise, wordsOf } from '../language/text.js'
import { isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { bound, unbound } from './bound-phrases.js'

const ITEMS_MAX = 12
const AMOUNT =
  '[$£€]?\\d+(?:[.,]\\d{1,3})*(?: (?:euros?|pounds?|dollars?|crowns?|pence|cents?|coppers?|silvers?|golds?|credits?|florins?|francs?|soldi|marks?|ducats?|guineas?|shillings?|pennies|lire?|kron[ae]r?|rupees?|pesos?|yen|zloty|forints?|coins?|pieces?))?'
/** What the amount is for: "a day", "per person", "for half a day", "including fitting". */
const PER =
  '(?: (?:an?|per|for|each|every|including|plus) [^,;:.]{1,40}| each| extra| return| one way| single)?'
const FREE = 'free(?: of charge)?|nothing'
const PRICED = new RegExp(`^(.{2,60}?) (${AMOUNT}${PER}|${FREE})(?: \\(([^()]{1,60})\\))?$`, 'u')
const AMOUNT_ALONE = new RegExp(`^(${AMOUNT}${PER})$`, 'u')
const OF_MONEY =
  /[$£€]|[.,]\d\d\b|\b(?:euros?|pounds?|dollars?|crowns?|pence|cents?|coppers?|silvers?|golds?|credits?|florins?|francs?|soldi|ducats?|guineas?|shillings?|pennies|lire?|kron[ae]r?|rupees?|pesos?|yen|zloty|forints?)\b/

/**
 * The items of a price list, a sentence each: "Cakes: Sachertorte 5.50, strudel 4.90" and "City bike 14 euros a day, 60
 * euros a week", whose second price is of the same thing. Empty for other sentences.
 */
export function pricedItems(sentence: string): readonly string[] {
  const bare = sentence
    .replace(/^[\p{L} ]{2,30}: /u, '')
    .replace(/[.]$/, '')
    .replace(/, (?:no|not|only) [^,\d]{3,60}$/, '')
  const items = withoutBareItems(
    bound(bare)
      .split(/, (?:and )?|; | and (?=\D)/)
      .slice(0, ITEMS_MAX),
  )
  if (!OF_MONEY.test(bare) && items.length < 2) return []
  if (
    wordsOf(bare.replace(/\([^()]*\)/g, '')).some(
      (word) => isFiniteVerb(word) && !/^(?:costs?|puncture)$/.test(word),
    )
  )
    return []
  // "I owe Hanne 30 silver" is a sentence, too.
  const words = wordsOf(bare)
  if (
    /^(?:I|We|You) \p{L}/u.test(bare) ||
    words.some(
      (word, at) => at > 0 && isBaseVerb(word) && /[^su']s$|^(?:at|to|I|we|they)$/.test(words[at - 1] ?? ''),
    )
  )
    return []
  // "A vessel costs 24 crowns for a night." is a sentence already.
  if (items.length < 2 && COSTS.test(bare)) return []
  let name = ''
  let costs = false
  const told: string[] = []
  for (const item of items) {
    const alone = AMOUNT_ALONE.exec(item)
    const match = alone === null ? PRICED.exec(item) : null
    if (alone === null && match === null) return []
    const priced = match?.[1] ?? name
    name = priced.replace(/ costs?$/, '')
    costs ||= name !== priced
    if (name === '' || COSTS.test(name)) return []
    const price = item.slice(alone === null ? priced.length + 1 : 0)
    told.push(unbound(`${[capitalise(name), ...verbOf(name, costs), price].join(' ')}.`))
  }
  return told
}

/** "children and pensioners 4 euros" have one price. */
function withoutBareItems(items: readonly string[]): readonly string[] {
  const joined: string[] = []
  let bare = ''
  for (const item of items) {
    const isBare = !/\d|\bfree\b/.test(item.replace(/\([^()]*\)|\b(?:under|over|aged|from|up to) \d+/g, ''))
    if (isBare || AMOUNT_ALONE.test(item)) {
      if (bare !== '') joined.push(bare)
      bare = ''
    }
    if (isBare) bare = item
    else {
      joined.push(bare === '' ? item : `${bare} and ${item}`)
      bare = ''
    }
  }
  return bare === '' ? joined : [...joined, bare]
}

const COSTS = /\bcosts?\b/

/** The items of "A bed costs 24 euros, a double room 70, members pay 19" share its verb, but for those with their own. */
function verbOf(name: string, costs: boolean): readonly string[] {
  const words = wordsOf(name)
  if (isBaseVerb(words.at(-1) ?? '') && namesSeveral(words.slice(0, -1))) return []
  const isMany = namesSeveral(words)
  if (costs) return [isMany ? 'cost' : 'costs']
  return [isMany ? 'are' : 'is']
}

const TIME = /\b\d{1,2}[:.]\d{2}\b/
const LABELLED = /^([\p{L}][\p{L}'’ ]{2,40}): (.+?)[.]?$/u

/** "Workshop: Monday to Friday 9:00 to 18:00, Saturday 10:00 to 14:00" is a sentence for each of both. */
export function timetable(sentence: string): readonly string[] {
  const times = timesOf(sentence)
  if (times.length > 0) return times
  const [, label = '', listed = ''] = LABELLED.exec(sentence) ?? []
  const items = listed.split(/, (?:and )?|; /).slice(0, ITEMS_MAX)
  if (label === '' || items.length < 2 || !items.some((item) => TIME.test(item))) return []
  return items.every((item) => TIME.test(item) || /\bclosed\b/i.test(item))
    ? items.map((item) => `${label}: ${item}.`)
    : []
}

const NOTED_TIME = /^(\D{3,60}?) (\d{1,2}[:.]\d{2})(?: \((\D{2,40}?) (\d{1,2}[:.]\d{2})\))?$/u

/** "First ride up 7:30, last ride down 18:45 (in winter 16:30)": a note for each time. */
function timesOf(sentence: string): readonly string[] {
  const items = sentence
    .replace(/[.]$/, '')
    .split(/, (?:and )?|; /)
    .slice(0, ITEMS_MAX)
  const found = items.map((item) => NOTED_TIME.exec(item))
  if (items.length < 2 || found.some((match) => match === null)) return []
  if (wordsOf(sentence).some(isFiniteVerb)) return []
  return found.flatMap((match) => {
    const [, what = '', time = '', when, other = ''] = match ?? []
    const told = `${capitalise(what)}: ${time}.`
    return when === undefined ? [told] : [told, `${capitalise(what)} ${when}: ${other}.`]
  })
}
