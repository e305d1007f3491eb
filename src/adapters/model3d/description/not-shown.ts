import type { Mentions } from './mentions.js'
import { CLOSED_HATS, COVERING_HATS, type Traits } from './traits.js'

/** A text says many things; more than these are no longer useful to read. */
const REPORTED_MAX = 12
const WORD_CHARACTERS_MAX = 40
/** Only so much of a text is looked through. */
const WORDS_MAX = 400

/** Words after which a text says what its subject has. */
const HAVING = new Set([
  'with',
  'wearing',
  'wears',
  'holding',
  'holds',
  'carrying',
  'carries',
  'has',
  'having',
  'and',
  'in',
  'plus',
  'smoking',
  'playing',
])
const ARTICLES = new Set([
  'a',
  'an',
  'the',
  'his',
  'her',
  'its',
  'their',
  'some',
  'two',
  'three',
  'several',
  'many',
  'one',
  'both',
])
/** A thing's words end before these. */
const ENDS = new Set([
  'with',
  'and',
  'or',
  'but',
  'of',
  'on',
  'in',
  'at',
  'over',
  'under',
  'for',
  'from',
  'to',
  'that',
  'which',
  'who',
  'is',
  'are',
  'was',
  'as',
  'like',
  'by',
  'around',
  'behind',
  'near',
  'than',
  'made',
  'full',
  'too',
  'wearing',
  'holding',
  'carrying',
  'ready',
  'always',
  'never',
  'not',
  'no',
  'without',
  'very',
  'so',
])
/** What every figure has, and what no figure could show. */
const NO_THINGS = new Set(
  (
    'face head body man woman person boy girl figure look looks appearance style expression air way eye eyes voice smile grin heart ' +
    'manner mood laugh soul mind past secret story name age years year colour colors colours color shade tone side sides front back ' +
    'lot bit pair set kind sort type thing things hand hands arm arms leg legs foot feet skin hair height build posture gait shape ' +
    'size twenties thirties forties fifties sixties old young tall short small large big it them him one himself herself cheeks cheek ' +
    'no nose mouth chin lips forehead neck shoulder shoulders chest belly fur feathers scales paws claws whiskers brows eyebrows ' +
    'clothes clothing outfit attire dress colouring features feature character charm love joy pride style hem panel panels pupils'
  ).split(' '),
)

/** Things that a text says its subject has or wears, in its order. */
export type NamedThings = {
  /** Those that a reader of traits has understood. */
  readonly shown: readonly string[]
  readonly notShown: readonly string[]
}

/** Only for English, and whole words: `pipe` of `an old clay pipe`. */
export function findThings(
  words: readonly string[],
  { isUnderstood, isColour }: Pick<Mentions, 'isUnderstood' | 'isColour'>,
): NamedThings {
  const [shown, notShown] = [new Set<string>(), new Set<string>()]
  for (const phrase of phrasesOf(words.slice(0, WORDS_MAX))) {
    const head = phrase.at(-1)
    if (head === undefined || head.length < 3 || head.length > WORD_CHARACTERS_MAX) continue
    const isAdjective = /(?:ed|ful|less|ish|ly)$/.test(head)
    if (isAdjective || !/^[a-z]+$/.test(head) || isColour(head)) continue
    if (isUnderstood(head)) shown.add(head)
    else if (!NO_THINGS.has(head) && !phrase.some(isUnderstood)) notShown.add(head)
  }
  return { shown: [...shown].slice(0, REPORTED_MAX), notShown: [...notShown].slice(0, REPORTED_MAX) }
}

/** The words of each thing, without article. */
function* phrasesOf(words: readonly string[]): Generator<readonly string[]> {
  let phrase: string[] | null = null
  for (const word of words) {
    const isStart = HAVING.has(word)
    const isEnd = isStart || ENDS.has(word) || word === '.' || word === ','
    if (isEnd && phrase !== null && phrase.length > 0) yield phrase
    if (word === '.') phrase = null
    // A list goes on after a comma, once it has begun.
    else if (isStart || (word === ',' && phrase !== null)) phrase = []
    else if (isEnd) phrase = null
    else if (phrase !== null && !ARTICLES.has(word)) phrase.push(word)
  }
  if (phrase !== null && phrase.length > 0) yield phrase
}

/** Things that are understood, and hidden by what is worn over them. */
export function findCovered(
  { has }: Pick<Mentions, 'has'>,
  { being, hair, hat, wears }: Traits,
): readonly string[] {
  const hasScarf = wears.scarf !== undefined
  const isFlat =
    hat !== null && COVERING_HATS.has(hat.kind) && (hair.style !== 'curly' || CLOSED_HATS.has(hat.kind))
  return [
    ...(hasScarf && wears['bow tie'] !== undefined ? ['bow'] : []),
    ...(hasScarf && wears.tie !== undefined ? ['tie'] : []),
    // An animal's collar is broader than its scarf.
    ...(hasScarf && being === 'human' && has('collar') ? ['collar'] : []),
    ...(isFlat && has('curly', 'curls', 'ringlets', 'frizzy', 'afro') ? ['curls'] : []),
  ]
}
