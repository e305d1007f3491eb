import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createSearch } from '../../../src/runtime/services/search.js'
import { startTestServer, temporaryFolder } from '../../support/servers/test-server.js'

const silent = () => undefined
const deps = { timers: createTimers(), log: { debug: silent, info: silent, warn: silent, error: silent } }

test('everybody who searches shares one engine', async () => {
  const search = await createSearch({ kind: 'hash' }, deps)
  onTestFinished(search.close)
  const [one, another] = await Promise.all([search.engine(), search.engine()])
  expect(one).toBe(another)
})

test('the index of an engine takes the vectors of its embeddings', async () => {
  const search = await createSearch({ kind: 'hash' }, deps)
  onTestFinished(search.close)
  const { embeddings, makeIndex, weights } = await search.engine()
  const index = makeIndex(embeddings)
  const texts = ['The harbour opens at dawn.', 'Cats sleep all day.']
  const vectors = await embeddings.embed(texts, new AbortController().signal)
  await index.add(
    vectors.map((vector, at) => ({
      id: `p${at}`,
      kind: 'passage',
      type: 'd1',
      text: texts[at] ?? '',
      prev: '',
      near: '',
      subject: '',
      vector,
    })),
  )
  expect((await index.search({ text: 'harbours' })).map(({ id }) => id)).toEqual(['p0'])
  expect(weights).toEqual({ lexical: 0.95, cosine: 0.05 })
})

test('a search that was never used closes at once', async () => {
  const search = await createSearch({ kind: 'hash' }, deps)
  await expect(search.close()).resolves.toBeUndefined()
})

test('a server whose local embedding model cannot be loaded does not start, and says why', async () => {
  const folder = await temporaryFolder()
  const configFile = join(folder, 'parley.yaml')
  await writeFile(configFile, 'embeddings: { kind: local, folder: models, model: none, dimensions: 3 }')
  await expect(startTestServer({ configFile })).rejects.toMatchObject({
    name: 'StartError',
    message: 'Embeddings of kind local need the package @huggingface/transformers; install it beside parley.',
    hint: 'Change the section embeddings of the configuration, or leave it out.',
  })
})
