import { expect, test } from 'vitest'
import { createIndexCache, INDEX_BUDGET_BYTES } from '../../../src/domain/retrieval/index-cache.js'
import type { SearchIndex } from '../../../src/domain/retrieval/ports.js'

/** An index of which only the size matters here. */
function indexOf(bytes: number): SearchIndex & { grow(by: number): void } {
  let held = bytes
  return {
    add: async () => undefined,
    remove: async () => undefined,
    search: async () => [],
    size: () => 1,
    bytes: () => held,
    grow: (by) => {
      held += by
    },
  }
}

/** A cache of 100 bytes whose indexes take 40 each, and what it has loaded. */
function given({ load = async (_key: string): Promise<SearchIndex> => indexOf(40) } = {}) {
  const loaded: string[] = []
  const cache = createIndexCache({
    budgetBytes: 100,
    load: (key) => {
      loaded.push(key)
      return load(key)
    },
  })
  const touch = (key: string) => cache.use(key, async () => undefined)
  return { cache, loaded, touch }
}

/** A promise and the call that fulfils it. */
function gate<T = void>() {
  let open: (value: T) => void = () => undefined
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('the budget is 256 MB unless told', () => {
  expect(INDEX_BUDGET_BYTES).toBe(268_435_456)
})

test('an index is built when it is first used, and once', async () => {
  const { cache, loaded, touch } = given()
  expect(loaded).toEqual([])
  await touch('a')
  await touch('a')
  expect(loaded).toEqual(['a'])
  expect([cache.size(), cache.bytes()]).toEqual([1, 40])
})

test('those who want an index at once share one build', async () => {
  const { loaded, cache } = given()
  const seen = await Promise.all([1, 2, 3].map(() => cache.use('a', async (index) => index)))
  expect(new Set(seen).size).toBe(1)
  expect(loaded).toEqual(['a'])
})

test('the index whose last use is longest ago goes first', async () => {
  const { loaded, touch } = given()
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await touch(key)
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
})

test('the indexes stay within the budget', async () => {
  const { cache, touch } = given()
  for (let at = 0; at < 50; at += 1) await touch(`key${at}`)
  expect(cache.bytes()).toBe(80)
  expect(cache.size()).toBe(2)
})

test('an index that has grown is measured again', async () => {
  const big = indexOf(40)
  const { cache, touch } = given({ load: async (key) => (key === 'big' ? big : indexOf(40)) })
  await touch('b')
  await touch('big')
  await cache.change('big', async () => big.grow(30))
  expect(cache.bytes()).toBe(70)
  expect(cache.size()).toBe(1)
})

test('an index in use stays beyond the budget', async () => {
  const { cache, loaded, touch } = given()
  const { open, opened } = gate()
  const busy = cache.use('a', () => opened)
  await touch('b')
  await touch('c')
  await touch('d')
  open()
  await busy
  await touch('a')
  expect(loaded).toEqual(['a', 'b', 'c', 'd'])
  expect(cache.bytes()).toBeLessThanOrEqual(100)
})

test('a pinned index stays until the last pin is gone', async () => {
  const { cache, loaded, touch } = given()
  const first = cache.pin('a')
  const second = cache.pin('a')
  for (const key of ['a', 'b', 'c', 'd']) await touch(key)
  first()
  first()
  for (const key of ['b', 'c', 'd', 'a']) await touch(key)
  expect(loaded.filter((key) => key === 'a')).toHaveLength(1)
  second()
  for (const key of ['b', 'c', 'd', 'a']) await touch(key)
  expect(loaded.filter((key) => key === 'a')).toHaveLength(2)
})

test('letting go of a pin shrinks what was beyond the budget', async () => {
  const { cache, touch } = given()
  const releases = ['a', 'b', 'c'].map((key) => cache.pin(key))
  for (const key of ['a', 'b', 'c']) await touch(key)
  expect(cache.bytes()).toBe(120)
  for (const release of releases) release()
  expect(cache.bytes()).toBe(80)
})

test('an index larger than the budget serves its use and goes', async () => {
  const { cache } = given({ load: async () => indexOf(500) })
  expect(await cache.use('a', async (index) => index.bytes())).toBe(500)
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

test('a forgotten index is built anew, even when it was pinned or still being built', async () => {
  const { open, opened } = gate<SearchIndex>()
  const old = indexOf(1)
  const answers = [opened, Promise.resolve(indexOf(2))]
  const { cache, loaded } = given({
    load: () => answers.shift() ?? Promise.reject(new Error('a third build')),
  })
  cache.pin('a')
  const before = cache.use('a', async (index) => index.bytes())
  cache.forget('a')
  const after = cache.use('a', async (index) => index.bytes())
  open(old)
  expect([await before, await after]).toEqual([1, 2])
  expect(loaded).toEqual(['a', 'a'])
  expect(cache.bytes()).toBe(2)
})

test('forgetting all leaves nothing', async () => {
  const { cache, touch } = given()
  await touch('a')
  await touch('b')
  cache.forgetAll()
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

test('a change waits for the build, and changes keep their order', async () => {
  const { open, opened } = gate<SearchIndex>()
  const { cache } = given({ load: () => opened })
  const seen: string[] = []
  const use = cache.use('a', async () => void seen.push('use'))
  const one = cache.change('a', async () => void seen.push('one'))
  const two = cache.change('a', async () => void seen.push('two'))
  expect(seen).toEqual([])
  open(indexOf(1))
  await Promise.all([use, one, two])
  expect(seen).toEqual(['use', 'one', 'two'])
})

test('a change of an index that is not there builds nothing', async () => {
  const { cache, loaded } = given()
  await cache.change('a', async () => expect.unreachable())
  expect(loaded).toEqual([])
})

test('an index whose change fails is built anew', async () => {
  const { cache, loaded, touch } = given()
  await touch('a')
  const attempt = cache.change('a', async () => Promise.reject(new Error('half done')))
  await expect(attempt).rejects.toThrow('half done')
  await touch('a')
  expect(loaded).toEqual(['a', 'a'])
})

test('a failed build is told to all who wanted it, and the next use tries again', async () => {
  const answers = [Promise.reject(new Error('no records')), Promise.resolve(indexOf(1))]
  const { cache, touch } = given({ load: () => answers.shift() ?? expect.unreachable() })
  const wanted = await Promise.allSettled([touch('a'), touch('a'), cache.change('a', async () => undefined)])
  expect(wanted.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await touch('a')
  expect(cache.bytes()).toBe(1)
})

test('work that fails fails alone', async () => {
  const { cache, loaded, touch } = given()
  const attempt = cache.use('a', async () => Promise.reject(new Error('too late')))
  await expect(attempt).rejects.toThrow('too late')
  await touch('a')
  expect(loaded).toEqual(['a'])
})
