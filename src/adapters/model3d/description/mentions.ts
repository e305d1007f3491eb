import type { Colour } from '../texture/colour.js'
import { colourAt } from './colour-words.js'

/** One mention of a thing: its colours in order, and the words shortly before it. */
export type Mention = {
  /** Its place among the words, commas left out. */
  readonly at: number
  readonly colours: readonly Colour[]
  readonly about: readonly string[]
  /** Of these, those that are after the last other thing. */
  readonly own: readonly string[]
}

export type Mentions = {
  /** Whether any of these words occurs without being negated (`no hat`). */
  readonly has: (...things: string[]) => boolean
  /** Whether one of these words is negated. */
  readonly denies: (...things: string[]) => boolean
  /** The colours of the first of these things that has any. */
  readonly colours: (...things: string[]) => readonly Colour[]
  /** Whether one of the words comes shortly before one of the things. */
  readonly isDescribedAs: (about: readonly string[], things: readonly string[]) => boolean
  /** The same, with no other thing between: in `a checked shirt and jeans` the jeans are plain. */
  readonly isOwn: (about: readonly string[], things: readonly string[]) => boolean
  /** Whether something was asked about the word at this place, commas left out, so that a trait comes of it. */
  readonly isUnderstood: (at: number) => boolean
  /** What the word at this place is denied by; undefined unless it is, and somebody asked for it. */
  readonly denialOf: (at: number) => string | undefined
  /** All words in order; a comma and a sentence's end are words too. */
  readonly words: readonly string[]
}

const DENIALS = new Set(['no', 'not', 'without', 'never', 'nor', 'lacks', 'lacking'])
/** A colour belongs to the next thing within so many words. */
const REACH = 4
/** Words allowed between a thing and its colour: `hair of a deep red`. */
const LINKS = new Set(['is', 'are', 'of', 'as', 'in', 'was', 'like', 'all'])
const ARTICLES = new Set(['a', 'an', 'the'])
/** A colour never belongs to a thing in the next sentence. */
const STOP = '.'

/** Finds mentions in English text; in other languages it finds none, and traits are drawn at random. */
export function readMentions(text: string): Mentions {
  const words = wordsOf(text)
  const found = new Map<string, Mention[]>()
  const denied = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (denialBefore(words, at) !== undefined) {
      for (const form of formsOf(word)) denied.add(form)
      continue
    }
    const mention = mentionAt(words, at)
    for (const form of formsOf(word)) found.set(form, [...(found.get(form) ?? []), mention])
  }
  const asked = new Set<string>()
  const understood = new Set<number>()
  const of = (things: readonly string[]) => {
    for (const thing of things) asked.add(thing)
    const mentions = things.flatMap((thing) => found.get(thing) ?? [])
    for (const { at } of mentions) understood.add(at)
    return mentions
  }
  /** What describes one of these, by some of the words before it; those are understood, too. */
  const described = (mentions: readonly Mention[], about: readonly string[], which: 'about' | 'own') => {
    let isFound = false
    for (const mention of mentions) {
      for (const [index, word] of mention[which].entries()) {
        if (!about.includes(word)) continue
        understood.add(mention.at - mention[which].length + index)
        isFound = true
      }
    }
    return isFound
  }
  return {
    has: (...things) => of(things).length > 0,
    denies(...things) {
      for (const thing of things) asked.add(thing)
      return things.some((thing) => denied.has(thing))
    },
    colours: (...things) => of(things).find(({ colours }) => colours.length > 0)?.colours ?? [],
    isDescribedAs: (about, things) => described(of(things), about, 'about'),
    isOwn: (about, things) =>
      described(
        things.flatMap((thing) => found.get(thing) ?? []),
        about,
        'own',
      ),
    isUnderstood: (at) => understood.has(at),
    denialOf: (at) =>
      formsOf(words[at] ?? '').some((form) => asked.has(form)) ? denialBefore(words, at) : undefined,
    words: wordsWithCommas(text),
  }
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.match(/[\p{L}\p{N}]+|[.;:!?]/gu)?.map((word) => (/[.;:!?]/.test(word) ? STOP : word)) ?? []
}

const wordsWithCommas = (text: string): string[] =>
  wordsOf(text.replaceAll(',', ` ${COMMA} `)).map((word) => (word === COMMA ? ',' : word))
const COMMA = 'commacommacomma'

/** The word, and the word without a plural or `-haired` ending. */
function formsOf(word: string): readonly string[] {
  const bare = [/ies$/, /es$/, /s$/, /ed$/, /d$/].filter((ending) => ending.test(word) && word.length > 3)
  return [
    ...new Set([word, ...bare.map((ending) => word.replace(ending, ending.source === 'ies$' ? 'y' : ''))]),
  ]
}

function denialBefore(words: readonly string[], at: number): string | undefined {
  const before = words.slice(Math.max(0, at - 3), at)
  const begun = before.lastIndexOf(STOP) + 1
  return before.slice(begun).findLast((word) => DENIALS.has(word))
}

function mentionAt(words: readonly string[], at: number): Mention {
  const start = Math.max(0, at - REACH, words.lastIndexOf(STOP, at) + 1)
  const about = words.slice(start, at)
  const before = coloursIn(about)
  // `striped` describes a thing, as stripes are one.
  const own = about.slice(about.findLastIndex((word) => isThing(word) && !word.endsWith('ed')) + 1)
  return {
    at,
    about: about.slice(-4),
    own,
    colours: before.length > 0 ? before : coloursAfter(words, at + 1),
  }
}

/** Only the last adjacent colours belong to the thing: in `a red coat and white cuffs`, the cuffs are white. */
function coloursIn(words: readonly string[]): Colour[] {
  let run: Colour[] = []
  let end = 0
  for (let at = 0; at < words.length; at += 1) {
    const seen = colourAt(words, at)
    if (seen === null) {
      const isOfIt = at === words.length - 1 && MATERIALS.has(words[at] ?? '')
      if (isThing(words[at] ?? '') && !isOfIt) run = []
      continue
    }
    const isTogether = words.slice(end, at).every((word) => word === 'and')
    run = isTogether ? [...run, seen.colour] : [seen.colour]
    at += seen.words - 1
    end = at + 1
  }
  return run
}

function coloursAfter(words: readonly string[], from: number): Colour[] {
  if (!LINKS.has(words[from] ?? '')) return []
  for (let at = from + 1; at <= from + 3; at += 1) {
    const seen = colourAt(words, at)
    if (seen !== null) return [seen.colour]
    if (!LINKS.has(words[at] ?? '') && !ARTICLES.has(words[at] ?? '')) return []
  }
  return []
}

/** Right before a thing it is made of them: the colour of `a white fur cape` is that of the cape. */
const MATERIALS = new Set(['fur', 'feather', 'feathers'])

/** Things that take the colours before them, so that the next thing does not get them. */
const THINGS = new Set(
  (
    'hair beard moustache eyes skin coat jacket dress robe cloak cape tunic shirt blouse jumper sweater hoodie waistcoat vest ' +
    'trousers pants jeans shorts skirt boots shoes sandals hat cap crown helmet scarf belt gloves glasses armour armor ' +
    'suit gown kimono apron uniform cuffs buttons seams braid ribbons piping eyebrows bow tie collar sash mask horns ears tail ' +
    'wings staff sword backpack bag necklace earring hood robot fur scales leggings stockings overalls dungarees trim blouse ' +
    'belly muzzle snout beak paws claws nose chest panel panels helm visor plume spots stripes hands shield pipe lantern crest feathers hem ghost cat dog bird owl penguin dragon astronaut knight ' +
    'locks curls bun ponytail pigtails bob mohawk fringe collar lining embroidery wellingtons trainers sneakers tutu neckerchief tights toque tricorn basket stethoscope pitchfork ladle monocle patch cardigan fox wolf rabbit duck parrot shawl poncho cuirass plate man woman boy girl'
  ).split(' '),
)
const isThing = (word: string): boolean =>
  formsOf(word).some((form) => THINGS.has(form) || THINGS.has(`${form}s`))
