import { lemmaOf, numberOf } from './lemma.js'
import { isFunctionWord } from './text.js'
import { baseOfPast, isAuxiliary, isBaseVerb } from './verbs.js'

/** So many of something: "three camels" are 3 of `camel`. */
export type Count = {
  readonly value: number
  /** As it is written: "three". */
  readonly written: string
  /** What is counted, as it is written: "very old elephants". */
  readonly phrase: string
  /** Lemmas of the words that may name what is counted, the head last. */
  readonly nouns: readonly string[]
}

const WORDS_MAX = 5
/** Words between a number and what is counted. */
const SKIPPED = new Set('very of more other such new'.split(' '))
const OF_WHOM = /^(?:us|them|the|these|those|my|our|your|his|her|their)$/
/** A day is no thing that "one" counts. */
const NO_THING = /^(?:day|time|night|morning|evening|year|last|next|this|at|per|person)$/

const GROUPS = new Set('crew team staff family class group band pack herd flock choir army party'.split(' '))
const countsAlone = (next: string | undefined): boolean => next === undefined || isFunctionWord(next)

/** What the words of a sentence count. */
export function countsIn(words: readonly string[]): readonly Count[] {
  return words.flatMap((word, at) => {
    // "three-legged", "a crew of thirty"
    const [first = '', had] = word.split('-')
    if (had !== undefined && had.length > 3 && had.endsWith('ed') && numberOf(first) !== undefined)
      return [
        {
          value: numberOf(first) ?? 0,
          written: first,
          phrase: had.slice(0, -2),
          nouns: [lemmaOf(had), lemmaOf(had.slice(0, -2))],
        },
      ]
    const value = numberOf(word)
    const group = words[at - 1] === 'of' ? words[at - 2] : undefined
    if (value !== undefined && group !== undefined && GROUPS.has(group) && countsAlone(words[at + 1]))
      return [{ value, written: word, phrase: group, nouns: [lemmaOf(group)] }]
    if (value === undefined || (value >= 1000 && value < 2100 && /^\d{4}$/.test(word))) return []
    const phrase: string[] = []
    for (const [index, next] of words.slice(at + 1, at + 1 + WORDS_MAX).entries()) {
      // "nine of us spirits", "two of my brothers"
      if (OF_WHOM.test(next) && words[at + index] === 'of') continue
      if (!SKIPPED.has(next) && (isFunctionWord(next) || isAuxiliary(next) || numberOf(next) !== undefined))
        break
      if (phrase.length > 0 && baseOfPast(next) !== undefined) break
      phrase.push(next)
    }
    const nouns = phrase.filter((each) => !SKIPPED.has(each)).map(lemmaOf)
    if (nouns.length === 0 || (value === 1 && NO_THING.test(phrase[0] ?? ''))) return []
    return [{ value, written: word, phrase: phrase.join(' '), nouns }]
  })
}

const OF_ONE = /^(?:an?|one|each|every|this|that)$/
const BEHIND_HEAD =
  /^(?:of|at|on|in|for|from|to|with|without|by|near|under|over|behind|before|after|until|per)$/

/** Whether a phrase names several: "rooms with a bath", not "a vessel under ten metres". Its words in lower case. */
export function namesSeveral(phrase: readonly string[]): boolean {
  if (OF_ONE.test(phrase[0] ?? '')) return false
  const end = phrase.findIndex((word, at) => at > 0 && BEHIND_HEAD.test(word))
  const head = phrase[end < 0 ? phrase.length - 1 : end - 1] ?? ''
  return /[^su]s$|(?:mice|geese|feet|teeth|people|children|oxen)$|^(?:\p{L}+-?)?(?:wo)?men$/u.test(head)
}

/** The lemmas of what is asked to be counted: "camels and tigers" of "how many camels and tigers do you have". */
export function thingsAsked(words: readonly string[]): readonly string[] {
  const at = words.indexOf('many')
  const things: string[] = []
  let last: string | undefined
  for (const word of words.slice(at + 1, at + 8)) {
    if (word === 'and' || word === 'or') {
      if (last !== undefined) things.push(last)
      last = undefined
    } else if (isFunctionWord(word) || isAuxiliary(word) || (last !== undefined && isBaseVerb(word))) break
    else last = lemmaOf(word)
  }
  return last === undefined ? things : [...things, last]
}
