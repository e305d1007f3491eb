import { lemmaOf } from '../language/lemma.js'
import { RELATED } from '../language/synonyms.js'
import { isFunctionWord } from '../language/text.js'
import { baseOfVerb, isAuxiliary, isBaseVerb, isFiniteVerb } from '../language/verbs.js'

/** What an answer must hold so that it is one, as lemmas; whatever else the question says only ranks. */
export type Focus = {
  /** Names of people, places and things: what holds none of them is about something else. */
  readonly names: ReadonlySet<string>
  /** What is asked about: "favourite food" of "What is Ann's favourite food?". */
  readonly heads: ReadonlySet<string>
  /** Nouns before these that say which one: "phone" of "your phone number". */
  readonly modifiers: ReadonlySet<string>
  /** What is done, in "What did you bake?"; empty for verbs that say little, such as "do" and "have". */
  readonly verb: string | undefined
}

/** Verbs that stand for others or for nothing in particular. */
const LIGHT = new Set(
  `be do have get go make take put keep use know think say mean want need look give come see find like tell feel try let happen work call talk
speak start begin stop help live stay spend become turn bring set run name got`.split(/\s+/),
)
const SUBJECTS = new Set(
  'i you he she it we they one people anybody anyone someone somebody everybody visitors'.split(' '),
)
const ASKS_DOING =
  /^(?:do|does|did|don't|doesn't|didn't|can|can't|could|will|would|won't|should|may|might|must|have|has|had|are|is|was|were)$/
const COPULA = /^(?:is|are|was|were|am|'s|isn't|aren't)$/
const OWNERS = /^(?:your|my|his|her|its|their|our)$/

/** Reads it from the words of a question, in lower case, and from its text, whose capital letters show names. */
export function focusOf(text: string, words: readonly string[], ownNames: readonly string[]): Focus {
  return {
    names: namesIn(text, ownNames),
    ...headsIn(words),
    verb: verbIn(words),
  }
}

const CAPITALISED = /(?<=[\p{L}\p{N},;:'’)] )\p{Lu}[\p{L}\p{N}'’-]*/gu
const NO_NAME =
  /^(?:I|I'm|I've|I'd|I'll|Mr|Mrs|Ms|Dr|Sir|Madam|God|Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|Christmas|Easter|English|Captain|Professor|Doctor|Mum|Dad|Mom)$/

/** Capitalised words that do not begin the question; none where everything is capitalised. */
function namesIn(text: string, ownNames: readonly string[]): ReadonlySet<string> {
  const found = text.match(CAPITALISED) ?? []
  if (found.length === 0 || found.length * 2 > text.split(' ').length) return NONE
  return new Set(
    found
      .filter((word) => !NO_NAME.test(word))
      .map((word) => word.toLowerCase().replace(/['’]s?$/, ''))
      .filter((word) => !ownNames.includes(word))
      .map(lemmaOf),
  )
}

const NONE: ReadonlySet<string> = new Set()

/** The thing that somebody has: "X's sister", and "your sister" where something is asked of it. */
function headsIn(words: readonly string[]): Pick<Focus, 'heads' | 'modifiers'> {
  // Somebody who has a story need not like it best.
  const modifiers = new Set<string>()
  const heads = new Set<string>(words.some((word) => /^favou?rites?$/.test(word)) ? [FAVOURITE] : [])
  const category = categoryIn(words)
  if (category !== undefined) heads.add(category)
  for (const [at, word] of words.entries()) {
    // "the menu of the restaurant"
    if (
      word === 'of' &&
      /^(?:the|your|my)$/.test(words[at + 1] ?? '') &&
      words[at - 2] === 'the' &&
      !NO_PART.test(words[at - 1] ?? '')
    )
      heads.add(lemmaOf(words[at - 1] ?? ''))
    const isOwned =
      OWNERS.test(word) ||
      (/[^s]'s$/.test(word) && !/^(?:what|who|where|when|how|it|that|there|he|she|let)'s$/.test(word))
    if (words[at - 2] === 'which' && words[at - 1] === 'of') continue
    if (!isOwned || (/'s$/.test(word) && isPlaced(words, at))) continue
    const head = headAfter(words, at)
    if (head === undefined) continue
    heads.add(lemmaOf(head.replace(/'s$/, '')))
    for (const modifier of words.slice(at + 1, words.indexOf(head, at)))
      modifiers.add(lemmaOf(modifier.replace(/'s$/, '')))
  }
  return { heads, modifiers }
}

/** They say which of it is meant, and not what. */
const NO_PART =
  /^(?:name|names|kind|sort|type|part|rest|end|start|beginning|bottom|top|colour|size|number|price|cost|most|one|first|last|fan|owner|middle|source)$/

/** "What colour is it?" asks for a colour. */
function categoryIn([first = '', second = '', third = '']: readonly string[]): string | undefined {
  if (!/^(?:what|which)$/.test(first) || !(isAuxiliary(third) || COPULA.test(third))) return undefined
  const lemma = lemmaOf(second)
  return RELATED.has(lemma) && CATEGORIES.has(lemma) ? lemma : undefined
}

const CATEGORIES: ReadonlySet<string> = new Set(
  'colour instrument language animal weapon vehicle season sport drink religion'.split(' ').map(lemmaOf),
)

/** "in the crocodile's pool" only says where. */
const isPlaced = (words: readonly string[], at: number): boolean =>
  words.slice(Math.max(0, at - 3), at).some((word) => /^(?:in|at|on|into|from|near|under)$/.test(word))

/** The last noun of the phrase that begins behind a word. */
function headAfter(words: readonly string[], at: number): string | undefined {
  let head: string | undefined
  for (const word of words.slice(at + 1, at + 5)) {
    const bare = word.replace(/'s$/, '')
    if (
      isFunctionWord(bare) ||
      isAuxiliary(bare) ||
      (head !== undefined && isFiniteVerb(bare) && !/s$/.test(bare))
    )
      break
    if (
      head !== undefined &&
      /^(?:call|look|like|do|work|live|taste|sound|cost|mean|open|close|sleep|come|say)/.test(bare)
    )
      break
    head = word
    if (/'s$/.test(word)) break
  }
  return head === undefined || COPULA.test(head) || NO_HEAD.has(head.replace(/'s$/, '')) ? undefined : head
}

/** Words that an answer need not have: it says what they ask for. */
const FAVOURITE = lemmaOf('favourite')

const NO_HEAD = new Set(
  `name names job work profession occupation age life day opinion view story background home house favourite favorite place time way name's own self
trade role birthday address spare free past duties thoughts problem best people mind future`.split(/\s+/),
)

/** What the one who is asked about does: the first verb behind the auxiliary and its subject. */
function verbIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => ASKS_DOING.test(word))
  const rest = at < 0 ? words.slice(1) : words.slice(at + 1)
  for (const [index, word] of rest.entries()) {
    if (SUBJECTS.has(word) || isFunctionWord(word)) continue
    const base = at < 0 ? baseOfVerb(word) : behindAuxiliary(words[at] ?? '', word)
    if (base === undefined) continue
    // "your work" and "the cook" are nouns.
    const before = rest[index - 1] ?? ''
    if (
      /^(?:the|a|an|your|my|his|her|its|their|our|this|that|any|no|of|in|at|for|about|much|many)$/.test(
        before,
      )
    )
      continue
    return LIGHT.has(base) ? undefined : base
  }
  return undefined
}

/** "do you see", "have you seen", "are you building", "were you born" */
function behindAuxiliary(auxiliary: string, word: string): string | undefined {
  if (isBaseVerb(word)) return word
  return /^(?:have|has|had|are|is|was|were)$/.test(auxiliary) ? baseOfVerb(word) : undefined
}
