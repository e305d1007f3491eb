import { expect, test } from 'vitest'
import type { Embeddings } from '../../../src/domain/retrieval/ports.js'
import { scoreWeightsFor } from '../../../src/domain/retrieval/rank.js'
import { createConditionVariable } from '../../support/condition-variable.js'
import { givenKnowledge, NEVER, passage, question } from '../../support/knowledge/given-knowledge.js'

/** Knows that cars and automobiles are one thing; answers when the test lets it. */
function givenModel(id = 'cars-1') {
  const watch = createConditionVariable()
  const embedded: string[] = []
  let failure: Error | undefined
  const embeddings: Embeddings = {
    id,
    dimensions: 2,
    weight: 0.5,
    embed: async (texts, signal) => {
      signal.throwIfAborted()
      if (failure !== undefined) throw failure
      embedded.push(...texts)
      watch.wake()
      return texts.map((text) =>
        /car|automobile/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1),
      )
    },
  }
  return {
    engine: { embeddings, weights: scoreWeightsFor(embeddings) },
    embedded,
    seen: (text: string) => watch.until(() => embedded.includes(text)),
    fail: (error: Error | undefined) => {
      failure = error
    },
  }
}

const CARS = 'Automobiles stand behind the mill.'
const asked = question('Where is my car?')
const LARGE = { totalTokens: 30_001 }

test('vectors of a model find what shares no word with the question', async () => {
  const model = givenModel()
  const { knowledge, add } = await givenKnowledge(model)
  add('large', [passage(CARS), passage('Cats sleep all day.')], LARGE)
  await knowledge.retrieve(asked, NEVER)
  await model.seen(CARS)
  const found = async () =>
    (await knowledge.retrieve(asked, NEVER)).excerpts.map(({ passage: { text } }) => text)
  await expect.poll(found).toEqual([CARS])
})

test('no turn waits for the vectors of passages: until they exist, search is lexical', async () => {
  const model = givenModel()
  const { knowledge, add } = await givenKnowledge(model)
  add('large', [passage(CARS)], LARGE)
  model.fail(new Error('too many requests'))
  const { excerpts } = await knowledge.retrieve(question('Is there a mill?'), NEVER)
  expect(excerpts.map(({ passage: { text } }) => text)).toEqual([CARS])
})

test('vectors that could not be made are made later, each once', async () => {
  const model = givenModel()
  const { knowledge, add, logged } = await givenKnowledge(model)
  add('large', [passage(CARS)], LARGE)
  model.fail(new Error('too many requests'))
  await knowledge.retrieve(asked, NEVER)
  model.fail(undefined)
  await knowledge.retrieve(asked, NEVER)
  await model.seen(CARS)
  await knowledge.retrieve(asked, NEVER)
  expect(model.embedded.filter((text) => text === CARS)).toHaveLength(1)
  expect(logged.map(([line]) => line)).toEqual([
    'Passages of documents could not be embedded; they are searched by words only',
  ])
})

test('a question whose vector takes too long is searched by its words', async () => {
  const model = givenModel()
  const waits: number[] = []
  const after = (ms: number, due: () => void) => {
    waits.push(ms)
    due()
    return () => undefined
  }
  const { knowledge, add } = await givenKnowledge({ ...model, after })
  add('large', [passage(CARS)], LARGE)
  await knowledge.retrieve(asked, NEVER)
  // From when there are vectors that a question's could be near to.
  const search = async () => {
    expect((await knowledge.retrieve(asked, NEVER)).excerpts).toEqual([])
    return waits
  }
  await expect.poll(search).toEqual([1500])
  expect((await knowledge.retrieve(question('Is there a mill?'), NEVER)).excerpts).toHaveLength(1)
  expect(waits).toEqual([1500, 1500])
})

const passages = [passage(CARS), passage('Cats sleep all day.')]

/** A server that has made vectors of a large document, and is gone. */
async function givenVectors(copies: readonly string[] = []) {
  const model = givenModel()
  const { knowledge, add, kept } = await givenKnowledge(model)
  add('large', passages, LARGE)
  for (const id of copies) add(id, passages, { ...LARGE, passages_file: 'text of large' })
  await knowledge.retrieve(asked, NEVER)
  await expect.poll(() => kept.documents.every(({ vectors }) => vectors !== null)).toBe(true)
  return { kept, embedded: model.embedded }
}

/** The next server over what the first has left, and what it asks its model for. */
async function restarted({ kept }: Pick<Awaited<ReturnType<typeof givenVectors>>, 'kept'>, id?: string) {
  const model = givenModel(id)
  const [document] = kept.documents
  const world = await givenKnowledge({ ...model, left: { documents: [], vectors: kept.vectors } })
  world.add('large', passages, { ...LARGE, vectors: document?.vectors ?? null })
  return { ...model, ...world }
}

test('vectors that a model has made are read after a restart, and it is asked for the question alone', async () => {
  const { knowledge, embedded } = await restarted(await givenVectors())
  const { excerpts } = await knowledge.retrieve(asked, NEVER)
  expect(excerpts.map(({ passage: { text } }) => text)).toEqual([CARS])
  expect(embedded).toEqual([asked.text])
})

test('after a change of the model, vectors are computed again in the background and replace the old ones', async () => {
  const { knowledge, embedded, kept, seen } = await restarted(await givenVectors(), 'cars-2')
  await knowledge.retrieve(asked, NEVER)
  await seen(CARS)
  await expect.poll(() => kept.documents[0]?.vectors).toEqual({ of: 'cars-2 2', file: 'vectors 1' })
  expect((await knowledge.retrieve(asked, NEVER)).excerpts).toHaveLength(1)
  expect(embedded.filter((text) => text === CARS)).toHaveLength(1)
})

test('copies of a document share its vectors', async () => {
  const { kept, embedded } = await givenVectors(['copy'])
  expect(new Set(kept.documents.map(({ vectors }) => vectors?.file))).toEqual(new Set(['vectors 0']))
  expect(embedded.filter((text) => text === CARS)).toHaveLength(1)
})

test('vectors whose file is gone are made again', async () => {
  const left = await givenVectors()
  left.kept.vectors.clear()
  const { knowledge, seen } = await restarted(left)
  await knowledge.retrieve(asked, NEVER)
  await seen(CARS)
})
