import { loadLanguages } from '../../../src/adapters/search/languages.js'
import { searchIndexMaker } from '../../../src/adapters/search/search-index.js'
import { createTokenizer, type Tokenizer } from '../../../src/adapters/search/tokenizer.js'
import type { IndexedDocument } from '../../../src/domain/retrieval/ports.js'
import { createTimers } from '../../../src/runtime/process/timers.js'

export const loadTokenizer = async (): Promise<Tokenizer> => createTokenizer(await loadLanguages())

type Given = {
  readonly documents?: readonly IndexedDocument[]
  readonly dimensions?: number
  readonly elapsed?: () => number
}

/** A search index with these documents in it. */
export async function givenIndex({ documents = [], dimensions = 0, elapsed }: Given = {}) {
  const timers = { elapsed: elapsed ?? createTimers().elapsed }
  const index = searchIndexMaker({ tokenizer: await loadTokenizer(), timers })({ dimensions })
  await index.add(documents)
  return index
}

export const turn = (id: string, text: string, more: Partial<IndexedDocument> = {}): IndexedDocument => ({
  id,
  text,
  ...more,
})

export const turns = (...texts: string[]): IndexedDocument[] => texts.map((text, at) => turn(`t${at}`, text))

/** Numbers from 0 to below 1 that are the same in every run. */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Turns of made-up words, some of them common, one after another. */
export function madeUpTurns(count: number, { dimensions = 0, seed = 1 } = {}): IndexedDocument[] {
  const next = createSeededRandom(seed)
  return Array.from({ length: count }, (_, at) =>
    turn(`t${at}`, madeUpText(12, next), {
      ...(at > 0 && { previous: `t${at - 1}` }),
      ...(dimensions > 0 && { vector: Float32Array.from({ length: dimensions }, () => next() - 0.5) }),
    }),
  )
}

export const madeUpText = (words: number, next: () => number): string =>
  Array.from({ length: words }, () => madeUpWord(Math.floor(Math.exp(next() * Math.log(8000))))).join(' ')

const SYLLABLES = ['ka', 'lo', 'mi', 'ru', 'ta', 'ne', 'vo', 'shi', 'ba', 'du']

const madeUpWord = (number: number): string =>
  [...String(number)].map((digit) => SYLLABLES[Number(digit)] ?? '').join('')
