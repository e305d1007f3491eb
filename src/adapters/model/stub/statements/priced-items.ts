import { wordsOf } from '../language/text.js'
import { isFiniteVerb } from '../language/verbs.js'

const ITEMS_MAX = 12
const AMOUNT =
  '[$£€]?\\d+(?:[.,]\\d{1,3})*(?: (?:euros?|pounds?|dollars?|crowns?|pence|cents?|coppers?|silvers?|golds?|credits?|florins?|francs?))?'
/** What the amount is for: "a day", "per person", "for half a day", "including fitting". */
const PER = '(?: (?:an?|per|for|each|every|including|plus) [^,;:.]{1,40}| each| extra)?'
const PRICED = new RegExp(`^(.{2,60}?) (${AMOUNT}${PER})(?: \\(([^()]{1,60})\\))?$`, 'u')
const AMOUNT_ALONE = new RegExp(`^(${AMOUNT}${PER})$`, 'u')
const OF_MONEY =
  /[$£€]|[.,]\d\d\b|\b(?:euros?|pounds?|dollars?|crowns?|pence|cents?|coppers?|silvers?|golds?|credits?|florins?|francs?)\b/

/**
 * The items of a price list, a sentence each: "Cakes: Sachertorte 5.50, strudel 4.90" and "City bike 14 euros a day, 60
 * euros a week", whose second price is of the same thing. Empty for other sentences.
 */
export function pricedItems(sentence: string): readonly string[] {
  const bare = sentence.replace(/^[\p{L} ]{2,30}: /u, '').replace(/[.]$/, '')
  const items = bare.split(/, (?:and )?|; | and (?=\D)/).slice(0, ITEMS_MAX)
  if (!OF_MONEY.test(bare) && items.length < 2) return []
  if (
    wordsOf(bare.replace(/\([^()]*\)/g, '')).some(
      (word) => isFiniteVerb(word) && !/^(?:costs?|puncture)$/.test(word),
    )
  )
    return []
  let name = ''
  const told: string[] = []
  for (const item of items) {
    const alone = AMOUNT_ALONE.exec(item)
    const match = alone === null ? PRICED.exec(item) : null
    if (alone === null && match === null) return []
    name = (match?.[1] ?? name).replace(/ costs?$/, '')
    if (/\bcosts?\b/.test(name)) return []
    if (name === '') return []
    const price = item.slice(alone === null ? (match?.[1] ?? '').length + 1 : 0)
    told.push(`${name.charAt(0).toUpperCase()}${name.slice(1)} ${isMany(name) ? 'are' : 'is'} ${price}.`)
  }
  return told
}

const isMany = (name: string): boolean => /[^s]s$/.test(name)

const TIME = /\b\d{1,2}[:.]\d{2}\b/
const LABELLED = /^([\p{L}][\p{L}'’ ]{2,40}): (.+?)[.]?$/u

/** "Workshop: Monday to Friday 9:00 to 18:00, Saturday 10:00 to 14:00" is a sentence for each of both. */
export function timetable(sentence: string): readonly string[] {
  const [, label = '', listed = ''] = LABELLED.exec(sentence) ?? []
  const items = listed.split(/, (?:and )?|; /).slice(0, ITEMS_MAX)
  if (label === '' || items.length < 2 || !items.some((item) => TIME.test(item))) return []
  return items.every((item) => TIME.test(item) || /\bclosed\b/i.test(item))
    ? items.map((item) => `${label}: ${item}.`)
    : []
}
