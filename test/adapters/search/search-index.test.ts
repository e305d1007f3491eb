import { describe, expect, test } from 'vitest'
import type { IndexedDocument, Match, SearchIndex } from '../../../src/domain/retrieval/ports.js'
import { givenIndex, madeUpTurns, turn, turns } from '../../support/memories/search.js'

const ranked = async (index: SearchIndex, text: string) =>
  (await index.search({ text })).sort((a, b) => b.lexical - a.lexical || a.id.localeCompare(b.id))
const idsOf = async (index: SearchIndex, text: string) => (await ranked(index, text)).map(({ id }) => id)

const given = (documents: readonly IndexedDocument[] = []) => givenIndex({ documents })

/** How the scores of what was found stand to that of the best, rounded. */
function oddsOf(found: readonly Match[]): Record<string, number> {
  const scoreOf = ({ lexical }: Match) => lexical / (1 - lexical)
  const [best] = found
  const share = (match: Match) => (best === undefined ? 0 : scoreOf(match) / scoreOf(best))
  return Object.fromEntries(found.map((match) => [match.id, Number(share(match).toFixed(2))]))
}

describe('words', () => {
  test('a word is matched whole, never by its beginning', async () => {
    const index = await given(turns('The carpet is red', 'My car is red', 'A cart of hay'))
    expect(await idsOf(index, 'car')).toEqual(['t1'])
  })

  test('the rarer word counts more', async () => {
    const index = await given(turns('red house', 'red boat', 'red car', 'blue parrot'))
    const [first, ...rest] = await ranked(index, 'red parrot')
    expect(first?.id).toBe('t3')
    expect(rest).toHaveLength(3)
  })

  test('what holds more of the words comes first, and one of them is enough to come at all', async () => {
    const index = await given(turns('green tea in Lyon', 'green apples', 'black coffee'))
    expect(await idsOf(index, 'green tea')).toEqual(['t0', 't1'])
  })

  test('a text beside it counts a fifth', async () => {
    const index = await given([turn('aside', 'one', { aside: 'harbour' }), turn('text', 'harbour')])
    expect(oddsOf(await ranked(index, 'harbour'))).toEqual({ text: 1, aside: 0.2 })
  })

  test('the turn before counts half, the others next to it a fifth', async () => {
    const index = await given([
      turn('before', 'one'),
      turn('text', 'harbour', { previous: 'before' }),
      turn('after', 'two', { previous: 'text' }),
      turn('second', 'three', { previous: 'after' }),
      turn('third', 'four', { previous: 'second' }),
    ])
    expect(oddsOf(await ranked(index, 'harbour'))).toEqual({ text: 1, before: 0.2, after: 0.5, second: 0.2 })
  })

  test('turns that follow count for those that are there already', async () => {
    const index = await given([turn('first', 'harbour')])
    await index.add([turn('second', 'lighthouse', { previous: 'first' })])
    expect(await idsOf(index, 'lighthouse')).toEqual(['second', 'first'])
  })

  test('lexical is between 0 and 1, and higher the more of the query is there', async () => {
    const index = await given(turns('my sister plays the violin in Oslo', 'a violin'))
    const [all, some] = await ranked(index, 'violin sister Oslo')
    expect(all?.lexical).toBeGreaterThan(some?.lexical ?? 1)
    expect(all?.lexical).toBeLessThan(1)
    expect(some?.lexical).toBeGreaterThan(0)
    const [unsure] = await ranked(index, 'violin sister Oslo submarine accelerator')
    expect(unsure?.lexical).toBeLessThan(all?.lexical ?? 0)
  })

  test.each(['', '   ', 'the of and', '🙂', 'submarine', '(((((', '.*'])('%j finds nothing', async (text) => {
    const index = await given(turns('my sister plays the violin'))
    expect(await index.search({ text })).toEqual([])
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'the word %s is a word like any other',
    async (word) => {
      const index = await given(turns('nothing here', `the ${word} of it`, 'more of nothing'))
      expect(await idsOf(index, word)).toEqual(['t1'])
      expect((await index.search({ text: word }))[0]?.lexical).toBeGreaterThan(0.5)
      expect(await idsOf(index, 'valueOf')).toEqual([])
    },
  )

  test.each([
    ['Russian', 'Она живёт в Москве с кошкой', 'кошка в Москве'],
    ['Japanese', '妹は京都の大学で生物学を勉強しています', '京都で何を勉強していますか'],
    ['Chinese', '我的妹妹在北京学习生物', '妹妹学习什么'],
    ['Arabic', 'تعيش أختي في القاهرة مع قطتها', 'القاهرة'],
    ['Thai', 'น้องสาวเรียนที่เชียงใหม่', 'เรียนที่ไหน'],
    ['German', 'Meine Schwester spielt in den Gärten Geige', 'Wer spielt Geige im Garten?'],
    ['French', 'Ma sœur travaille dans les hôpitaux de Lyon', 'Qui travaillait à Lyon ?'],
  ])('%s is found among others', async (_language, text, question) => {
    const others = turns(
      'I had soup for lunch',
      'Das Wetter ist heute schön',
      '今日はいい天気です',
      'Сегодня дождь',
    )
    const index = await given([...others, turn('it', text)])
    expect((await ranked(index, question))[0]?.id).toBe('it')
  })

  test('a removed document is found no more, and its words are as rare as before', async () => {
    const index = await given(turns('red boat', 'red house', 'blue parrot'))
    const before = await ranked(index, 'parrot boat')
    await index.add([turn('more', 'a boat and a parrot', { aside: 'boat', previous: 't0' })])
    await index.remove(['more', 'unknown'])
    expect(await ranked(index, 'parrot boat')).toEqual(before)
    expect(index.size()).toBe(3)
  })

  test('a document added again takes the place of the former', async () => {
    const index = await given(turns('red boat'))
    await index.add([turn('t0', 'blue parrot')])
    expect(await idsOf(index, 'boat')).toEqual([])
    expect(await idsOf(index, 'parrot')).toEqual(['t0'])
    expect(index.size()).toBe(1)
  })

  test('it can be emptied and filled again', async () => {
    const index = await given(turns('red boat', 'blue parrot'))
    await index.remove(['t0', 't1'])
    expect(await idsOf(index, 'boat parrot')).toEqual([])
    await index.add(turns('a boat at last'))
    expect(await idsOf(index, 'boat')).toEqual(['t0'])
  })

  test('it is fragmented once most of what it holds was removed', async () => {
    const index = await given(madeUpTurns(100))
    await index.add(madeUpTurns(100, { seed: 2 }))
    expect(index.isFragmented()).toBe(false)
    await index.remove(['t7'])
    expect(index.isFragmented()).toBe(true)
    const few = await given(turns('red boat', 'blue parrot'))
    await few.remove(['t0', 't1'])
    expect(few.isFragmented()).toBe(false)
  })

  test('ten thousand equal documents are a search like any other', async () => {
    const index = await given(Array.from({ length: 10_000 }, (_, at) => turn(`t${at}`, 'likes tea')))
    const found = await index.search({ text: 'tea' })
    expect(found).toHaveLength(100)
    expect(new Set(found.map(({ lexical }) => lexical)).size).toBe(1)
  })

  test('only what may come up does, however far down it is', async () => {
    const documents = [
      ...turns(...Array.from({ length: 300 }, () => 'tea')),
      turn('it', 'some tea in the evening'),
    ]
    const index = await given(documents)
    const found = await index.search({ text: 'tea', only: (id) => id === 'it' })
    expect(found.map(({ id }) => id)).toEqual(['it'])
  })

  test('only what is wanted of the best comes up', async () => {
    const index = await given([turn('a', 'green tea'), turn('b', 'tea'), turn('c', 'coffee')])
    const all = await index.search({ text: 'green tea' })
    const least = Math.max(...all.map(({ lexical }) => lexical))
    const found = await index.search({ text: 'green tea', isWanted: ({ lexical }) => lexical >= least })
    expect(found).toEqual(all.filter(({ id }) => id === 'a'))
  })
})

test('a term that very many documents hold is found in all of them', async () => {
  const documents = Array.from({ length: 5000 }, (_, at) => turn(`t${at}`, at % 2 === 0 ? 'tea' : 'coffee'))
  const index = await given(documents)
  for (const at of [0, 2, 6, 14, 30, 62, 2046, 2048, 4998]) {
    expect(await index.search({ text: 'tea', only: (id) => id === `t${at}` })).toHaveLength(1)
    expect(await index.search({ text: 'tea', only: (id) => id === `t${at + 1}` })).toEqual([])
  }
})

describe('vectors', () => {
  const vector = (...numbers: number[]) => Float32Array.from(numbers)

  test('candidates are what the words find and what the vectors find', async () => {
    const index = await givenIndex({
      dimensions: 2,
      documents: [
        turn('words', 'red boat', { vector: vector(-1, 0) }),
        turn('vector', 'blue parrot', { vector: vector(2, 0) }),
        turn('neither', 'green apple', { vector: vector(-1, 0) }),
        turn('bare', 'boat without a vector'),
      ],
    })
    const found = await index.search({ text: 'boat', vector: vector(1, 1) })
    const byId = new Map(found.map((candidate) => [candidate.id, candidate]))
    expect([...byId.keys()].sort()).toEqual(['bare', 'vector', 'words'])
    expect(byId.get('words')).toMatchObject({ cosine: 0 })
    expect(byId.get('vector')).toMatchObject({ lexical: 0 })
    expect(byId.get('vector')?.cosine).toBeCloseTo(Math.SQRT1_2, 5)
    expect([...(byId.get('vector')?.vector ?? [])]).toEqual([1, 0])
    expect(byId.get('bare')).not.toHaveProperty('vector')
  })

  test('a vector that does not fit is refused before anything changes', async () => {
    const index = await givenIndex({ dimensions: 2 })
    const attempt = index.add([turn('a', 'fine'), turn('b', 'wrong', { vector: vector(1, 2, 3) })])
    await expect(attempt).rejects.toThrow('The vector of b has 3 numbers, not 2')
    await expect(index.add([turn('c', 'wrong', { vector: vector(1, Number.NaN) })])).rejects.toThrow(
      RangeError,
    )
    await expect(index.search({ text: 'fine', vector: vector(1) })).rejects.toThrow(RangeError)
    expect(index.size()).toBe(0)
  })

  test('of removed documents the vectors are found no more', async () => {
    const documents = madeUpTurns(300, { dimensions: 16 })
    const index = await givenIndex({ dimensions: 16, documents })
    await index.remove(documents.slice(0, 250).map(({ id }) => id))
    const [kept] = documents.slice(270)
    const found = await index.search({ text: '', vector: kept?.vector ?? vector() })
    expect(found.sort((a, b) => b.cosine - a.cosine)[0]).toMatchObject({ id: 't270' })
    expect(found.filter(({ id }) => Number(id.slice(1)) < 250)).toEqual([])
  })

  test('what only the vector found has the score of its words', async () => {
    const many = Array.from({ length: 150 }, (_, at) => turn(`t${at}`, 'tea', { vector: vector(-1, 0) }))
    const documents = [...many, turn('it', 'tea in the evening', { vector: vector(1, 0) })]
    const index = await givenIndex({ dimensions: 2, documents })
    const found = await index.search({ text: 'tea', vector: vector(1, 0) })
    expect(found).toHaveLength(101)
    expect(found.find(({ id }) => id === 'it')?.lexical).toBeGreaterThan(0)
  })
})

test('changes come one after another in the order of their calls', async () => {
  const index = await givenIndex()
  await Promise.all([
    index.add(madeUpTurns(500)),
    index.remove(['t7']),
    index.add([turn('t7', 'a unicorn')]),
    index.remove(['t8']),
  ])
  expect(index.size()).toBe(499)
  expect(await idsOf(index, 'unicorn')).toEqual(['t7'])
})

test('a failed change does not stop the next', async () => {
  const index = await givenIndex({ dimensions: 2 })
  await expect(index.add([turn('a', 'fine', { vector: Float32Array.of(1) })])).rejects.toThrow(RangeError)
  await index.add([turn('b', 'a unicorn')])
  expect(await idsOf(index, 'unicorn')).toEqual(['b'])
})

test('a long build gives way to others every few milliseconds', async () => {
  let now = 0
  // Every look at the clock is one millisecond later.
  const index = await givenIndex({
    elapsed: () => {
      now += 1
      return now
    },
  })
  let turnsOfOthers = 0
  let isDone = false
  const others = () => {
    turnsOfOthers += 1
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  await index.add(madeUpTurns(200))
  isDone = true
  expect(turnsOfOthers).toBeGreaterThan(30)
})
