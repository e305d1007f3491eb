import type { GraphemeToPhoneme } from './grapheme-to-phoneme.js'

/** A phoneme as it sounds; ARPAbet or `SIL`, seconds. */
export type TimedPhoneme = { readonly phoneme: string; readonly from: number; readonly to: number }

/**
 * Which word each phoneme belongs to, for a synthesiser that tells phonemes and no words: the cheapest alignment
 * (Needleman-Wunsch) with the phonemes that the spelling suggests. Those need not be right, only alike: where vowels
 * and consonants follow each other as expected, the borders of words are.
 * Pauses belong to the word before them.
 */
export function alignPhonemes(
  phonemes: readonly TimedPhoneme[],
  words: readonly (readonly string[])[],
  pronounce: GraphemeToPhoneme,
): number[] {
  const expected = words.flatMap((spoken, word) =>
    spoken.flatMap((part) => pronounce(part)).map((phoneme) => ({ phoneme, word })),
  )
  const sounds = phonemes.filter(({ phoneme }) => phoneme !== 'SIL').map(({ phoneme }) => phoneme)
  const owners = alignedWords(sounds, expected)
  let sound = 0
  let word = 0
  return phonemes.map(({ phoneme }) => {
    if (phoneme !== 'SIL') {
      word = owners[sound] ?? word
      sound += 1
    }
    return word
  })
}

type Expected = { readonly phoneme: string; readonly word: number }

const SKIP = 1

function alignedWords(sounds: readonly string[], expected: readonly Expected[]): number[] {
  const width = expected.length + 1
  const costs = new Float32Array((sounds.length + 1) * width)
  for (let at = 0; at < costs.length; at += 1) {
    const [row, column] = [Math.floor(at / width), at % width]
    const diagonal = (costs[at - width - 1] ?? 0) + distance(sounds[row - 1], expected[column - 1]?.phoneme)
    const left = (costs[at - 1] ?? 0) + SKIP
    const above = (costs[at - width] ?? 0) + SKIP
    if (row === 0) costs[at] = column * SKIP
    else costs[at] = column === 0 ? row * SKIP : Math.min(diagonal, left, above)
  }
  return trace(sounds, expected, costs)
}

/** The way back through the table, from its end. */
function trace(sounds: readonly string[], expected: readonly Expected[], costs: Float32Array): number[] {
  const width = expected.length + 1
  const owners = new Array<number>(sounds.length).fill(0)
  let [row, column] = [sounds.length, expected.length]
  while (row > 0) {
    const at = row * width + column
    const here = costs[at] ?? 0
    const other = expected[column - 1]
    const step = (costs[at - width - 1] ?? 0) + distance(sounds[row - 1], other?.phoneme)
    owners[row - 1] = other?.word ?? 0
    if (other !== undefined && isSame(here, step)) {
      row -= 1
      column -= 1
    } else if (other !== undefined && isSame(here, (costs[at - 1] ?? 0) + SKIP)) column -= 1
    else row -= 1
  }
  return owners
}

const isSame = (one: number, other: number) => Math.abs(one - other) < 1e-4

const CLASSES = [
  'IY IH EY EH AE AA AO OW UH UW ER AX AH AY AW OY',
  'W Y R L',
  'M N NX',
  'HH F V TH DH S Z SH ZH CH JH',
  'P B T D K G',
]
const CLASS_OF: ReadonlyMap<string, number> = new Map(
  CLASSES.flatMap((names, kind) => names.split(' ').map((name) => [name, kind] as const)),
)

function distance(one = '', other = ''): number {
  if (one === other) return 0
  const [first, second] = [CLASS_OF.get(one), CLASS_OF.get(other)]
  if (first === second) return 0.5
  return first === 0 || second === 0 ? 1.9 : 1.2
}
