import { namesSeveral } from '../language/counts.js'
import { wordsOf } from '../language/text.js'

/** "Favourite book: Emma" */
export const LABEL = /^([\p{L}' ]{2,30})(?:: | = )(.+)$/u

/** "the keeper of the light", "a florist" */
export const withArticle = (noun: string): string => {
  if (/^(?:the|an?|one|my|our)\b/i.test(noun) || /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(noun)) return noun
  if (/^\p{L}+(?: \p{L}+)? (?:of|at|in|on|to|for)\b/u.test(noun)) return `the ${noun}`
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
const worksAs = (value: string) => `I work as ${withArticle(value)}`
const isA = (value: string) => (/^(?:I|my)\b/.test(value) ? value : `I am ${withArticle(value)}`)

/** "3 May 1951", "Turin" */
function bornAt(value: string): string {
  if (/^(?:in|on)\b/.test(value)) return ''
  return /^\d{1,2} |^\p{L}+ \d/u.test(value) ? 'on ' : 'in '
}

/** What a field says by its label, as a sentence of the character. */
export const LABELS: ReadonlyMap<string, (value: string) => string> = new Map<
  string,
  (value: string) => string
>([
  ['name', (value) => `My name is ${value}`],
  ['age', (value) => `I am ${value}${/year/i.test(value) ? '' : ' years old'}`],
  ['likes', (value) => `I like ${value}`],
  ['loves', (value) => `I love ${value}`],
  ['dislikes', (value) => `I dislike ${value}`],
  ['hates', (value) => `I hate ${value}`],
  ['fears', (value) => `I am afraid of ${value}`],
  ['fear', (value) => `I am afraid of ${value}`],
  ['allergies', (value) => `I am allergic to ${value}`],
  ['occupation', worksAs],
  ['job', worksAs],
  ['profession', worksAs],
  ['role', isA],
  ['title', isA],
  ['position', isA],
  ['species', isA],
  ['race', isA],
  ['from', (value) => `I come from ${value}`],
  ['origin', (value) => `I come from ${value}`],
  ['birthplace', (value) => `I was born in ${value}`],
  ['place of birth', (value) => `I was born in ${value}`],
  ['born', (value) => `I was born ${bornAt(value)}${value}`],
  ['date of birth', (value) => `I was born on ${value}`],
  ['home', (value) => `I live in ${value}`],
  ['lives', (value) => `I live in ${value}`],
  ['speaks', (value) => `I speak ${value}`],
  ['languages', (value) => `I speak ${value}`],
])

/** "Shona (mother tongue), English (fluent)": the items without what is noted of each, and that by itself. */
export function notedItems(value: string): { readonly bare: string; readonly told: readonly string[] } {
  const items = [...value.matchAll(/([\p{L}][\p{L}\p{N}' -]{1,40}) \(([^()]{2,60})\)/gu)]
  if (items.length === 0 || !value.includes(',')) return { bare: value, told: [] }
  const parts = value.replace(/ \([^()]{2,60}\)/g, '').split(', ')
  return {
    bare:
      parts.length < 2 ? value : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)?.replace(/^and /, '')}`,
    told: items.map(({ 1: item = '', 2: note = '' }) => {
      const verb = namesSeveral(wordsOf(item)) ? 'are' : 'is'
      return `${item.trim()} ${verb} ${note}`
    }),
  }
}
