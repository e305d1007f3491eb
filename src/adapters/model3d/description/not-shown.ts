import { colourAt } from './colour-words.js'
import type { Mentions } from './mentions.js'
import { ARTICLES, ENGLISH, SILENT } from './silent-words.js'
import { CLOSED_HATS, COVERING_HATS, type Traits } from './traits.js'

/** A text says many things; more than these are no longer useful to read, and the last then says how many are left. */
const REPORTED_MAX = 40
const PHRASE_CHARACTERS_MAX = 40
/** Only so much of a text is looked through, and so many of its colours tried. */
const WORDS_MAX = 400
const COLOURS_MAX = 24

/** Every word of a text that means something, in its order, with those beside it. */
export type NamedThings = {
  /** What a reader of traits has understood, and can be seen. */
  readonly shown: readonly string[]
  readonly notShown: readonly string[]
}

type Told = 'shown' | 'notShown'

/**
 * Says of each word of a text that means something whether the figure shows it: `grey hair` and `pipe` of `an old clay
 * pipe`. Only for English. `looksOf` tells what a figure of some words looks like.
 */
export function accountFor(
  text: Mentions,
  traits: Traits,
  looksOf: (words: readonly string[]) => string,
): NamedThings {
  const words = text.words.slice(0, WORDS_MAX)
  const told = tellOf(words, text, colourPlaces(words, looksOf))
  const account = { words, told, text }
  cover(words, told, coveredBy(traits))
  const total = told.filter((one) => one !== undefined).length
  const shown = told.filter((one) => one === 'shown').length
  const isEnglish = words.some((word) => ENGLISH.has(word)) || 2 * shown > total
  const [seen, left] = [phrasesOf(account, 'shown'), phrasesOf(account, 'notShown')]
  return isEnglish ? { shown: limited(seen), notShown: limited(left) } : { shown: [], notShown: [] }
}

function tellOf(
  words: readonly string[],
  text: Mentions,
  colours: ReadonlyMap<number, Told>,
): (Told | undefined)[] {
  let place = -1
  return words.map((word, at) => {
    if (word === ',') return undefined
    place += 1
    if (text.denialOf(place) !== undefined) return 'shown'
    if (text.isUnderstood(place) && !ALWAYS_SILENT.has(word)) return 'shown'
    const colour = colours.get(at)
    if (colour !== undefined) return colour
    // The age is in the words before.
    if (word === 'old' && /^years?$/.test(words[at - 1] ?? '')) return 'shown'
    return SILENT.has(word) || !/^[a-z0-9]{2,40}$/.test(word) ? undefined : 'notShown'
  })
}

/** Asked for as a sign of who is meant; it says nothing by itself. */
const ALWAYS_SILENT: ReadonlySet<string> = new Set(['he', 'she', 'his', 'her', ...ARTICLES])

/** A colour is shown if the figure would look another way in another colour. */
function colourPlaces(
  words: readonly string[],
  looksOf: (words: readonly string[]) => string,
): ReadonlyMap<number, Told> {
  const places = new Map<number, Told>()
  const looks = looksOf(words)
  let tried = 0
  for (let at = 0; at < words.length && tried < COLOURS_MAX; at += 1) {
    const seen = colourAt(words, at)
    if (seen === null) continue
    tried += 1
    const others = OTHER_COLOURS.map((other) =>
      words.toSpliced(at, seen.words, ...Array(seen.words).fill(other)),
    )
    const told = others.some((other) => looksOf(other) !== looks) ? 'shown' : 'notShown'
    for (let word = at; word < at + seen.words; word += 1) places.set(word, told)
    at += seen.words - 1
  }
  return places
}

const OTHER_COLOURS = ['magenta', 'lime']

/** What is hidden is not shown, and neither is what stands with it. */
function cover(words: readonly string[], told: (Told | undefined)[], covered: ReadonlySet<string>): void {
  for (const [at, word] of words.entries()) {
    if (told[at] !== 'shown' || !covered.has(word)) continue
    for (let before = at; told[before] === 'shown'; before -= 1) told[before] = 'notShown'
  }
}

/** Words for what is worn over. */
function coveredBy({ being, hair, hat, wears }: Traits): ReadonlySet<string> {
  const hasScarf = wears.scarf !== undefined
  const isFlat =
    hat !== null && COVERING_HATS.has(hat.kind) && (hair.style !== 'curly' || CLOSED_HATS.has(hat.kind))
  return new Set([
    ...(hasScarf && wears['bow tie'] !== undefined ? ['bow', 'bowtie'] : []),
    ...(hasScarf && wears.tie !== undefined ? ['tie', 'necktie', 'cravat'] : []),
    // An animal's collar is broader than its scarf.
    ...(hasScarf && being === 'human' ? ['collar'] : []),
    ...(isFlat ? ['curly', 'curls', 'ringlets', 'frizzy', 'afro'] : []),
    ...(hat?.kind === 'helm' ? FACE : []),
  ])
}

const FACE = (
  'hair haired beard bearded moustache goatee stubble freckles freckled scar scarred eyes eyed lips smile smiling grin ' +
  'grinning frown frowning eyebrows brows wrinkles wrinkled bun braid braids ponytail curls curly fringe bald glasses monocle'
).split(' ')

type Account = {
  readonly words: readonly string[]
  readonly told: readonly (Told | undefined)[]
  readonly text: Mentions
}

/** Words that stand together, as one. */
function phrasesOf({ words, told, text }: Account, which: Told): string[] {
  const phrases: string[][] = [[]]
  let place = -1
  for (const [at, word] of words.entries()) {
    if (word !== ',') place += 1
    const last = phrases.at(-1) ?? []
    const denial = text.denialOf(place)
    const isLong = last.join(' ').length + word.length >= PHRASE_CHARACTERS_MAX
    if (told[at] !== which || denial !== undefined || isLong) phrases.push([])
    if (told[at] === which) phrases.at(-1)?.push(...(denial === undefined ? [word] : [denial, word]))
  }
  return [...new Set(phrases.map((phrase) => phrase.join(' ')))].filter((phrase) => phrase !== '')
}

const limited = (phrases: readonly string[]): readonly string[] =>
  phrases.length <= REPORTED_MAX
    ? phrases
    : [...phrases.slice(0, REPORTED_MAX - 1), `${phrases.length - REPORTED_MAX + 1} more`]
