import { expect, test } from 'vitest'
import { type LocalEmbeddings, loadLocalEmbeddings } from '../../../src/adapters/embeddings/local.js'

const settings: LocalEmbeddings = { folder: '/models', model: 'maker/small', dimensions: 2 }
const wanted = () => new AbortController().signal

/** What the package would be, with a model that measures texts. */
function installed({ rows = (texts: readonly string[]) => texts.map(({ length }) => [length, 0]) } = {}) {
  const asked: unknown[] = []
  const env = { allowRemoteModels: true, localModelPath: '' }
  const extract = async (texts: readonly string[], options: object) => {
    asked.push({ texts, options })
    return { tolist: () => rows(texts) }
  }
  const importPackage = async (name: string) => ({
    env,
    pipeline: async (...given: unknown[]) => {
      asked.push({ name, env: { ...env }, given })
      return extract
    },
  })
  return { asked, importPackage }
}

test('without the package it says which one to install', async () => {
  const attempt = loadLocalEmbeddings(settings)
  await expect(attempt).rejects.toMatchObject({
    kind: 'unavailable',
    detail: 'Embeddings of kind local need the package @huggingface/transformers; install it beside parley',
  })
})

test('the model is read from its folder, and nothing may be downloaded', async () => {
  const { asked, importPackage } = installed()
  await loadLocalEmbeddings(settings, importPackage)
  expect(asked).toEqual([
    {
      name: '@huggingface/transformers',
      env: { allowRemoteModels: false, localModelPath: '/models' },
      given: ['feature-extraction', 'maker/small', { local_files_only: true }],
    },
  ])
})

test('a model that is not in its folder is named', async () => {
  const importPackage = async () => ({ env: {}, pipeline: async () => Promise.reject(new Error('no file')) })
  await expect(loadLocalEmbeddings(settings, importPackage)).rejects.toMatchObject({
    kind: 'unavailable',
    detail: 'The embedding model maker/small cannot be loaded from /models',
  })
})

test('texts become vectors of length 1 in their order, empty ones zeros', async () => {
  const { asked, importPackage } = installed({
    rows: (texts) => texts.map((text) => [text.length, -text.length]),
  })
  const embeddings = await loadLocalEmbeddings(settings, importPackage)
  expect(embeddings).toMatchObject({ id: 'local:maker/small:2', dimensions: 2, weight: 0.5 })
  const vectors = await embeddings.embed(['tea', '', 'a boat'], wanted())
  expect(vectors.map((vector) => [...vector].map((value) => value.toFixed(3)))).toEqual([
    ['0.707', '-0.707'],
    ['0.000', '0.000'],
    ['0.707', '-0.707'],
  ])
  expect(asked.slice(1)).toEqual([
    { texts: ['tea', 'a boat'], options: { pooling: 'mean', normalize: true } },
  ])
})

test('vectors of another length than configured are refused', async () => {
  const { importPackage } = installed({ rows: (texts) => texts.map(() => [1, 2, 3]) })
  const embeddings = await loadLocalEmbeddings(settings, importPackage)
  await expect(embeddings.embed(['tea'], wanted())).rejects.toMatchObject({ kind: 'upstream' })
})

test('an aborted call asks the model nothing more', async () => {
  const caller = new AbortController()
  const { asked, importPackage } = installed({
    rows: (texts) => {
      caller.abort(new Error('gone'))
      return texts.map(() => [1, 0])
    },
  })
  const embeddings = await loadLocalEmbeddings(settings, importPackage)
  const texts = Array.from({ length: 100 }, (_, at) => `text ${at}`)
  await expect(embeddings.embed(texts, caller.signal)).rejects.toThrow('gone')
  expect(asked).toHaveLength(2)
})
