import { expect, test } from 'vitest'
import { createHashEmbeddings } from '../../../src/adapters/embeddings/hash.js'
import { dotProduct } from '../../../src/domain/retrieval/vector.js'
import { loadTokenizer } from '../../support/memories/search.js'

const tokenizer = await loadTokenizer()
const embeddings = createHashEmbeddings({ tokenizer, timers: { elapsed: () => 0 } })
const wanted = () => new AbortController().signal

async function likeness(a: string, b: string): Promise<number> {
  const [one, other] = await embeddings.embed([a, b], wanted())
  return dotProduct(one ?? new Float32Array(0), other ?? new Float32Array(0))
}

test('a text has the same vector in every run', async () => {
  const [vector] = await embeddings.embed(['My sister plays the violin'], wanted())
  expect(vector).toHaveLength(embeddings.dimensions)
  const largest = [...(vector ?? [])].map((value, at) => ({ at, value })).sort((a, b) => b.value - a.value)[0]
  expect(largest?.at).toBe(LARGEST_AT)
  expect((await embeddings.embed(['My sister plays the violin'], wanted()))[0]).toEqual(vector)
})

/** Vectors are stored under the id: another place here needs another id. */
const LARGEST_AT = 164

test('vectors are of length 1, those of texts without words are zeros', async () => {
  const [some, none] = await embeddings.embed(['green tea', '🙂 …'], wanted())
  expect(dotProduct(some ?? new Float32Array(1), some ?? new Float32Array(1))).toBeCloseTo(1, 5)
  expect(none?.every((value) => value === 0)).toBe(true)
})

test('texts that share words or parts of words are nearer than others', async () => {
  const near = await likeness('She plays the violin in Oslo', 'a violin from Oslo')
  const parts = await likeness('violinist', 'violin')
  const far = await likeness('She plays the violin in Oslo', 'green tea for breakfast')
  expect(near).toBeGreaterThan(0.5)
  expect(parts).toBeGreaterThan(0.25)
  expect(far).toBeLessThan(0.2)
})

test('the vectors come in the order of the texts', async () => {
  const texts = Array.from({ length: 30 }, (_, at) => `text number ${at}`)
  const all = await embeddings.embed(texts, wanted())
  const [last] = await embeddings.embed(texts.slice(-1), wanted())
  expect(all.at(-1)).toEqual(last)
  expect(await embeddings.embed([], wanted())).toEqual([])
})

test('an aborted call ends with the reason of its signal', async () => {
  await expect(embeddings.embed(['tea'], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
