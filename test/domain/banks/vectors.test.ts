import { expect, test } from 'vitest'
import type { Embeddings } from '../../../src/domain/retrieval/ports.js'
import { weightsWith } from '../../../src/domain/retrieval/rank.js'
import { givenBanks, NEVER, passage, question } from '../../support/knowledge-banks.js'
import { createWatch } from '../../support/watch.js'

/** Knows that cars and automobiles are one thing; answers when the test lets it. */
function givenModel() {
  const watch = createWatch()
  const embedded: string[] = []
  let failure: Error | undefined
  const embeddings: Embeddings = {
    id: 'cars-1',
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
    engine: { embeddings, weights: weightsWith(embeddings) },
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
  const { banks, add } = await givenBanks(model)
  add('large', [passage(CARS), passage('Cats sleep all day.')], LARGE)
  await banks.recall(asked, NEVER)
  await model.seen(CARS)
  const { excerpts } = await banks.recall(asked, NEVER)
  expect(excerpts.map(({ passage: { text } }) => text)).toEqual([CARS])
})

test('nobody waits for the vectors of passages: until they are there, words find them', async () => {
  const model = givenModel()
  const { banks, add } = await givenBanks(model)
  add('large', [passage(CARS)], LARGE)
  model.fail(new Error('too many requests'))
  const { excerpts } = await banks.recall(question('Is there a mill?'), NEVER)
  expect(excerpts.map(({ passage: { text } }) => text)).toEqual([CARS])
})

test('vectors that could not be made are made later, each once', async () => {
  const model = givenModel()
  const { banks, add, logged } = await givenBanks(model)
  add('large', [passage(CARS)], LARGE)
  model.fail(new Error('too many requests'))
  await banks.recall(asked, NEVER)
  model.fail(undefined)
  await banks.recall(asked, NEVER)
  await model.seen(CARS)
  await banks.recall(asked, NEVER)
  expect(model.embedded.filter((text) => text === CARS)).toHaveLength(1)
  expect(logged.map(([line]) => line)).toEqual([
    'Passages of documents could not be made vectors of; they are searched by words',
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
  const { banks, add } = await givenBanks({ ...model, after })
  add('large', [passage(CARS)], LARGE)
  await banks.recall(asked, NEVER)
  await model.seen(CARS)
  expect((await banks.recall(asked, NEVER)).excerpts).toEqual([])
  expect((await banks.recall(question('Is there a mill?'), NEVER)).excerpts).toHaveLength(1)
  expect(waits).toEqual([2000, 2000, 2000])
})
