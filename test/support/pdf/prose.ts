const SUBJECTS = [
  'The harbour office',
  'An elderly lighthouse keeper',
  'The official of the third floor',
  'A difficult but efficient clerk',
  'The waffle seller at the ferry',
  'Nobody on the north shore',
  'The first cartographer',
  'Every apprentice of the workshop',
]
const VERBS = [
  'keeps a careful file of',
  'has never quite understood',
  'carries in a leather satchel',
  'refuses to speak about',
  'mended during the long winter',
  'found, beneath the floorboards,',
  'measures twice each morning',
  'wrote a short affidavit on',
]
const OBJECTS = [
  'the flight of the grey herons',
  'a well-known map of the fjord',
  'seventeen brass instruments',
  'the reflection of the moon in the canal',
  'an unfinished letter to the governor',
  'the price of oil and of candles',
  'a coffer that nobody could open',
  'the names of the drowned',
]
const ENDS = [
  'before the tide turns',
  'although the bell had already rung',
  'for reasons that the archive does not give',
  'as the statute of 1874 demands',
  'with considerable affection',
  'whenever the fog comes in',
]

/** Sentences that differ from each other, the same at every run: `of` numbers the document. */
export function sentences(count: number, of = 1): string[] {
  let state = of * 7919 + 17
  const pick = (from: readonly string[]) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return from[Math.floor((state / 2_147_483_648) * from.length)] ?? ''
  }
  return Array.from(
    { length: count },
    (_, n) => `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} ${pick(ENDS)} (note ${of}.${n + 1}).`,
  )
}

export const paragraph = (count: number, of = 1) => sentences(count, of).join(' ')

/** What tells the order of sentences in a text. */
export const sentenceMarkers = (count: number, of = 1) =>
  Array.from({ length: count }, (_, n) => `(note ${of}.${n + 1})`)
