import { expect, test } from 'vitest'
import { searchIndexMaker } from '../../../src/adapters/search/search-index.js'
import { createCorpora } from '../../../src/domain/retrieval/corpus.js'
import type { CorpusDocument, CorpusSource } from '../../../src/domain/retrieval/corpus-source.js'
import type { Embeddings } from '../../../src/domain/retrieval/ports.js'
import type { CorpusQuery } from '../../../src/domain/retrieval/search-corpus.js'
import { loadTokenizer } from '../../support/memories/search.js'

const tokenizer = await loadTokenizer()

/** Texts that the test changes, by key and id, and what was asked of their source. */
function givenSource() {
  const texts = new Map<string, string>()
  const calls = { listed: [] as (number | undefined)[], released: [] as string[], saved: [] as string[] }
  let failure: Error | undefined
  const documentsOf = (ids: Iterable<string>): CorpusDocument[] =>
    [...ids].flatMap((id) => {
      const text = texts.get(id)
      return text === undefined ? [] : [{ id, text, vectorGroup: '' }]
    })
  const changed = new Map<string, number>()
  let version = 0
  const source: CorpusSource<string, number> = {
    list: async (_, since) => {
      calls.listed.push(since)
      if (failure !== undefined) throw failure
      const ids =
        since === undefined ? texts.keys() : [...changed].flatMap(([id, at]) => (at > since ? [id] : []))
      const all = [...ids]
      return { version, removed: all.filter((id) => !texts.has(id)), added: [documentsOf(all)] }
    },
    read: async (_, ids) => documentsOf(ids).map((document) => ({ document, item: document.text })),
    release: (key) => void calls.released.push(key),
    vectors: {
      awaited: 2,
      find: async () => new Map(),
      save: async (_, made) => void calls.saved.push(...made.map(({ document }) => document.id)),
    },
    messages: { notIndexed: 'not indexed', notEmbedded: 'not embedded', notStored: 'not stored' },
  }
  const write = (id: string, text: string | undefined) => {
    version += 1
    changed.set(id, version)
    if (text === undefined) texts.delete(id)
    else texts.set(id, text)
  }
  return { source, calls, write, fail: (error: Error | undefined) => (failure = error) }
}

type Given = {
  readonly embeddings?: Partial<Embeddings>
  readonly budgetBytes?: number
  readonly isImpatient?: true
}

/** A corpus whose embeddings know cats, and are quick unless told otherwise. */
function given({ embeddings = { isQuick: true }, budgetBytes, isImpatient }: Given = {}) {
  const { source, ...world } = givenSource()
  const embedded: string[][] = []
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const known = (text: string) => Float32Array.of(/cat|feline/.test(text) ? 1 : 0, /dog/.test(text) ? 1 : 0)
  const all: Embeddings = {
    id: 'test',
    dimensions: 2,
    weight: 0.5,
    embed: async (texts) => {
      embedded.push([...texts])
      return texts.map(known)
    },
    ...embeddings,
  }
  const corpora = createCorpora({
    source,
    search: {
      engine: async () => ({
        embeddings: all,
        makeIndex: searchIndexMaker({ tokenizer, timers: { elapsed: () => 0 } }),
        weights: { lexical: 0.5, cosine: 0.5 },
      }),
    },
    timers: {
      after: (_, due) => {
        if (isImpatient) due()
        return () => undefined
      },
    },
    log: { debug: note, info: note, warn: note, error: note },
    ...(budgetBytes !== undefined && { budgetBytes }),
  })
  const search = async (text: string, more: Partial<CorpusQuery> = {}, key = 'a') =>
    (await corpora.search(key, { text, ...more })).rounds.map(({ candidates }) =>
      candidates.map(({ id }) => id).sort(),
    )
  return { corpora, search, embedded, logged, ...world }
}

test('an index is built when it is first searched, and asks for what is new from then on', async () => {
  const { search, write, calls } = given()
  write('one', 'a red boat')
  expect(await search('boat')).toEqual([['one']])
  write('two', 'a blue boat')
  expect(await search('boat')).toEqual([['one', 'two']])
  write('one', undefined)
  write('two', 'a blue house')
  expect(await search('boat')).toEqual([[]])
  expect(await search('house')).toEqual([['two']])
  expect(calls.listed).toEqual([undefined, 1, 2, 4])
})

test('a question is searched alone and after its context', async () => {
  const { search, write } = given()
  write('boat', 'a red boat')
  write('parrot', 'a green parrot')
  expect(await search('red?', { context: 'the parrot' })).toEqual([['boat'], ['boat', 'parrot']])
})

test('what is not relevant enough, and what may not come up, does not', async () => {
  const { search, write } = given()
  write('both', 'red boat')
  write('one', 'boat and parrot')
  expect(await search('red boat', { leastRelevance: { any: 0.3, of: () => 0.3 } })).toEqual([['both']])
  expect(await search('red boat', { only: (id) => id === 'one' })).toEqual([['one']])
})

test('quick vectors are made of what is compared: only where they suffice of what words did not find', async () => {
  const { search, write, embedded } = given()
  write('cat', 'a cat')
  write('dog', 'a dog')
  write('boat', 'a boat')
  expect(await search('feline')).toEqual([['cat']])
  expect(embedded).toEqual([['feline', 'a cat', 'a dog', 'a boat']])
  expect(await search('feline', { leastRelevance: { any: 0.5, of: () => 0.5 } })).toEqual([[]])
  expect(embedded).toHaveLength(1)
  await search('dog', { leastRelevance: { any: 0.5, of: () => 0.5 } })
  expect(embedded.slice(1)).toEqual([['dog', 'a dog']])
})

test('few vectors of a model are made before a search, and stored', async () => {
  const { search, write, embedded, calls } = given({ embeddings: {} })
  write('cat', 'a cat')
  write('dog', 'a dog')
  expect(await search('feline')).toEqual([['cat']])
  expect(embedded).toEqual([['a cat', 'a dog'], ['feline']])
  expect(calls.saved).toEqual(['cat', 'dog'])
})

test('more vectors are made in the background, and those of changed texts only once', async () => {
  const { search, write, calls } = given({ embeddings: {} })
  for (const id of ['cat', 'dog', 'boat']) write(id, `a ${id}`)
  expect(await search('feline')).toEqual([[]])
  while (calls.saved.length < 3) await new Promise(setImmediate)
  for (let found: string[][] = []; found[0]?.length !== 1; ) found = await search('feline')
  write('boat', 'a second cat')
  expect(await search('feline')).toEqual([['boat', 'cat']])
  expect(calls.saved).toEqual(['cat', 'dog', 'boat', 'boat'])
})

test('while the embeddings fail words alone decide, and vectors follow once they work', async () => {
  let isBroken = true
  const embed: Embeddings['embed'] = async (texts) => {
    if (isBroken) throw new Error('out of order')
    return texts.map((text) => Float32Array.of(/cat|feline/.test(text) ? 1 : 0, 0))
  }
  const { search, write, logged } = given({ embeddings: { embed } })
  write('cat', 'a cat')
  expect(await search('cat')).toEqual([['cat']])
  expect(await search('feline')).toEqual([[]])
  expect(new Set(logged)).toEqual(new Set(['not embedded']))
  isBroken = false
  for (let found: string[][] = []; found[0]?.length !== 1; ) found = await search('feline')
})

test('a question whose vector takes too long is searched by its words', async () => {
  const embed: Embeddings['embed'] = (texts) =>
    texts[0] === 'feline' || texts[0] === 'cat'
      ? new Promise(() => {})
      : Promise.resolve(texts.map(() => Float32Array.of(1, 0)))
  const { search, write } = given({ embeddings: { embed }, isImpatient: true })
  write('cat', 'a cat')
  expect(await search('feline')).toEqual([[]])
  expect(await search('cat')).toEqual([['cat']])
})

test('an index whose records could not be read is built anew by the next search', async () => {
  const { search, write, calls, fail } = given()
  write('one', 'a red boat')
  await search('boat')
  write('two', 'a blue boat')
  fail(new Error('the disk is on fire'))
  await expect(search('boat')).rejects.toThrow('on fire')
  fail(undefined)
  expect(await search('boat')).toEqual([['one', 'two']])
  expect(calls.listed.at(-1)).toBeUndefined()
  expect(calls.released).toEqual(['a'])
})

test('an index is built anew when most of it was removed', async () => {
  const { search, write, calls } = given()
  for (let at = 0; at < 70; at += 1) write(`t${at}`, 'a boat')
  await search('boat')
  for (let at = 0; at < 69; at += 1) write(`t${at}`, undefined)
  expect(await search('boat')).toEqual([['t69']])
  expect(await search('boat')).toEqual([['t69']])
  expect(calls.listed).toEqual([undefined, 70, undefined])
})

test('the index used longest ago is dropped when memory runs out, and none is kept by an open session', async () => {
  const { search, write, corpora, calls } = given({ budgetBytes: 100_000 })
  for (let at = 0; at < 100; at += 1) write(`t${at}`, `a boat number ${at}`)
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const key of keys) {
    corpora.warm(key)
    await search('boat', {}, key)
  }
  expect(calls.released.length).toBeGreaterThan(0)
  expect(calls.released).toEqual(keys.slice(0, calls.released.length))
  expect(corpora.bytes()).toBeLessThanOrEqual(100_000)
  corpora.dropAll()
  expect(corpora.bytes()).toBe(0)
})

test('an index that is not there is not built for being refreshed', async () => {
  const { corpora, calls, write, logged, fail } = given()
  write('one', 'a boat')
  corpora.refresh('a')
  await new Promise(setImmediate)
  expect(calls.listed).toEqual([])
  fail(new Error('the disk is on fire'))
  corpora.warm('a')
  while (logged.length === 0) await new Promise(setImmediate)
  expect(logged).toEqual(['not indexed'])
})
