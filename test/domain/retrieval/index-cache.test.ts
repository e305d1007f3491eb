import { expect, test } from 'vitest'
import { createIndexCache, INDEX_BUDGET_BYTES } from '../../../src/domain/retrieval/index-cache.js'

/** An index of which only the size matters here. */
function indexOf(bytes: number) {
  let held = bytes
  return {
    bytes: () => held,
    grow: (by: number) => {
      held += by
    },
  }
}

/** A cache of 100 bytes whose indexes take 40 each, what it has made and what it has dropped. */
function given({ create = (_key: string) => indexOf(40) } = {}) {
  const made: string[] = []
  const dropped: string[] = []
  const cache = createIndexCache({
    budgetBytes: 100,
    create: (key) => {
      made.push(key)
      return create(key)
    },
    onDropped: (key) => void dropped.push(key),
  })
  const touch = (key: string) => cache.use(key, async () => undefined)
  return { cache, made, dropped, touch }
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

test('an index is made when it is first used, and once', async () => {
  const { cache, made, touch } = given()
  expect(made).toEqual([])
  await touch('a')
  await touch('a')
  expect(made).toEqual(['a'])
  expect([cache.size(), cache.bytes()]).toEqual([1, 40])
})

test('those who want an index at once share it', async () => {
  const { made, cache } = given()
  const seen = await Promise.all([1, 2, 3].map(() => cache.use('a', async (index) => index)))
  expect(new Set(seen).size).toBe(1)
  expect(made).toEqual(['a'])
})

test('the index whose last use is longest ago goes first', async () => {
  const { made, touch } = given()
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await touch(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('the indexes stay within the budget', async () => {
  const { cache, touch } = given()
  for (let at = 0; at < 50; at += 1) await touch(`key${at}`)
  expect(cache.bytes()).toBe(80)
  expect(cache.size()).toBe(2)
})

test('an index that has grown is measured again', async () => {
  const big = indexOf(40)
  const { cache, touch } = given({ create: (key) => (key === 'big' ? big : indexOf(40)) })
  await touch('b')
  await touch('big')
  await cache.change('big', async () => big.grow(30))
  expect(cache.bytes()).toBe(70)
  expect(cache.size()).toBe(1)
})

test('an index in use stays beyond the budget', async () => {
  const { cache, made, touch } = given()
  const { open, opened } = gate()
  const busy = cache.use('a', () => opened)
  await touch('b')
  await touch('c')
  await touch('d')
  open()
  await busy
  await touch('a')
  expect(made).toEqual(['a', 'b', 'c', 'd'])
  expect(cache.bytes()).toBeLessThanOrEqual(100)
})

test('an index larger than the budget serves its use and goes', async () => {
  const { cache } = given({ create: () => indexOf(500) })
  expect(await cache.use('a', async (index) => index.bytes())).toBe(500)
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

test('a dropped index is made anew, and work that has begun ends with the old', async () => {
  const sizes = [1, 2]
  const { cache, made } = given({ create: () => indexOf(sizes.shift() ?? 0) })
  const { open, opened } = gate()
  const before = cache.use('a', (index) => opened.then(index.bytes))
  cache.drop('a')
  const after = cache.use('a', async (index) => index.bytes())
  open()
  expect([await before, await after]).toEqual([1, 2])
  expect(made).toEqual(['a', 'a'])
  expect(cache.bytes()).toBe(2)
})

test('dropping all leaves nothing, and what is dropped is told once', async () => {
  const { cache, dropped, touch } = given()
  for (const key of ['a', 'b', 'c']) await touch(key)
  expect(dropped).toEqual(['a'])
  cache.dropAll()
  cache.drop('b')
  expect([cache.size(), cache.bytes(), dropped]).toEqual([0, 0, ['a', 'b', 'c']])
})

test('a change of an index that is not there makes none', async () => {
  const { cache, made } = given()
  await cache.change('a', async () => expect.unreachable())
  expect(made).toEqual([])
})

test('work that fails fails alone', async () => {
  const { cache, made, touch } = given()
  const attempt = cache.use('a', async () => Promise.reject(new Error('too late')))
  await expect(attempt).rejects.toThrow('too late')
  await touch('a')
  expect(made).toEqual(['a'])
})

test('a change is no use: what was used longest ago goes first all the same', async () => {
  const { cache, dropped, touch } = given()
  await touch('a')
  await touch('b')
  await cache.change('a', async () => undefined)
  await touch('c')
  expect(dropped).toEqual(['a'])
})
