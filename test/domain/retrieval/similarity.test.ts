import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import type { Candidate } from '../../../src/domain/retrieval/corpus-source.js'
import { createSimilarity } from '../../../src/domain/retrieval/similarity.js'

const saying = (text: string): Candidate => ({
  id: text,
  lexical: 0,
  cosine: 0,
  document: { id: text, text },
  item: undefined,
})

const text = fc
  .array(fc.constantFrom('Tea', 'tea', 'chess', 'Ärger', 'harbour', '東京', '7', '…', "Ada's"), {
    maxLength: 8,
  })
  .map((words) => words.join(' '))

test.prop([fc.array(text, { minLength: 1, maxLength: 12 })])(
  'texts are alike by the words they share, of all that stand in one of them',
  (texts) => {
    const similarity = createSimilarity()
    for (const a of texts) {
      for (const b of texts) expect(similarity(saying(b))(saying(a))).toBe(sharedPlainly(a, b))
    }
  },
)

test('texts are compared as before when so much was compared that their words are forgotten', () => {
  const similarity = createSimilarity()
  const long = Array.from({ length: 50_000 }, (_, at) => `w${at}`).join(' ')
  const [one, other] = [saying('green tea'), saying('black tea')]
  for (let time = 0; time < 6; time += 1) {
    expect(similarity(other)(one)).toBeCloseTo(1 / 3, 10)
    expect(similarity(other)(saying(`${long} ${time}`))).toBe(0)
    expect(similarity(other)(saying(`${long} ${time} tea`))).toBeCloseTo(1 / 50_003, 10)
  }
})

/** Jaccard's index as it is written down. */
function sharedPlainly(one: string, other: string): number {
  const [a, b] = [one, other].map((each) => new Set(each.toLowerCase().match(/[\p{L}\p{N}]+/gu)))
  const all = new Set([...(a ?? []), ...(b ?? [])])
  const shared = [...all].filter((word) => a?.has(word) && b?.has(word))
  return all.size === 0 ? 0 : shared.length / all.size
}
