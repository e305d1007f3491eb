import { expect, test } from 'vitest'
import { changeMemories } from '../../../../src/domain/memories/changes/change-memories.js'
import type { GraphMemory } from '../../../../src/domain/memories/graph/graph-memory.js'
import { createMemoryGraphCache } from '../../../../src/domain/memories/graph/memory-graph-cache.js'
import type { MemoryRecord } from '../../../../src/domain/memories/record.js'
import { createInMemoryStore } from '../../../../src/store/in-memory-store.js'
import { aCharacter, aMemory, created } from '../../../support/stores/store-records.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
/** Everything here is ready at once, so what was begun is done after a turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const ids = (memories: readonly GraphMemory[]) => memories.map(({ id }) => id)

async function given({ budget = 100 } = {}) {
  const store = createInMemoryStore()
  await store.characters.insert(aCharacter())
  const { memories } = store
  let reads = 0
  let atRead = async () => {}
  let elapsed = 0
  let pauses = 0
  const watched = {
    list: async (query: Parameters<typeof memories.list>[0]) => {
      const page = await memories.list(query)
      reads += 1
      await atRead()
      return page
    },
  }
  const timers = {
    elapsed: () => {
      elapsed += 2
      return elapsed
    },
    sleep: async () => {
      pauses += 1
    },
  }
  const graphs = createMemoryGraphCache({
    ...{ memories: watched, changes: store.changes, timers, budget },
    log: { warn: () => undefined },
  })
  const keep = (...records: readonly MemoryRecord[]) => changeMemories(store, { pair }, created(...records))
  return {
    store,
    memories,
    graphs,
    keep,
    reads: () => reads,
    pauses: () => pauses,
    during: (act: () => Promise<void>) => {
      atRead = async () => {
        atRead = async () => {}
        await act()
      }
    },
  }
}

test('a graph is made once and kept until a memory changes; then the old one is stale while the next is made', async () => {
  const { graphs, keep, reads } = await given()
  await keep(aMemory())
  expect(await graphs.get(pair)).toMatchObject({ stale: false, memories: [{ id: 'memory-1' }] })
  expect(await graphs.get(pair)).toMatchObject({ stale: false })
  expect(reads()).toBe(1)

  await keep(aMemory({ id: 'memory-2', createdAt: '2030-01-03T00:00:00.000Z' }))
  expect(await graphs.get(pair)).toMatchObject({ stale: true, memories: [{ id: 'memory-1' }] })
  await settled()
  const next = await graphs.get(pair)
  expect([ids(next.memories), next.stale, reads()]).toEqual([['memory-2', 'memory-1'], false, 2])
})

test('a memory that was only used leaves the graph as it is', async () => {
  const { graphs, keep } = await given()
  await keep(aMemory())
  await graphs.get(pair)
  await keep(aMemory({ accessCount: 1, lastAccessedAt: '2030-01-03T00:00:00.000Z' }))
  expect(await graphs.get(pair)).toMatchObject({ stale: false })
})

test('a change while a graph is being made makes it stale at once', async () => {
  const { graphs, keep, during } = await given()
  await keep(aMemory())
  during(async () => void (await keep(aMemory({ content: 'Likes figs' }))))
  expect(await graphs.get(pair)).toMatchObject({ stale: true, memories: [{ label: 'Likes tea' }] })
  await settled()
  expect(await graphs.get(pair)).toMatchObject({ stale: false, memories: [{ label: 'Likes figs' }] })
})

test('what is erased is in no graph from then on, also not in one that was being made', async () => {
  const { graphs, keep, memories, during } = await given()
  await keep(aMemory(), aMemory({ id: 'memory-2', content: 'Likes figs' }))
  await graphs.get(pair)
  await memories.erase(pair, 'memory-1')
  expect(await graphs.get(pair)).toMatchObject({ stale: false, memories: [{ id: 'memory-2' }] })

  await keep(aMemory({ id: 'memory-2', content: 'Likes pears' }))
  expect(await graphs.get(pair)).toMatchObject({ stale: true })
  await settled()
  during(async () => void (await memories.eraseAll(pair)))
  await keep(aMemory({ id: 'memory-2', content: 'Likes plums' }))
  await graphs.get(pair)
  await settled()
  expect(await graphs.get(pair)).toEqual({ stale: false, memories: [] })
})

test('those who ask at once share one making', async () => {
  const { graphs, keep, reads } = await given()
  await keep(aMemory())
  await Promise.all([graphs.get(pair), graphs.get(pair), graphs.get(pair)])
  expect(reads()).toBe(1)
})

test('making one that takes long gives way to others in between', async () => {
  const { graphs, keep, pauses } = await given()
  await keep(...Array.from({ length: 30 }, (_, at) => aMemory({ id: `m${at}` })))
  await graphs.get(pair)
  expect(pauses()).toBeGreaterThanOrEqual(10)
})

test('of too many, the one whose last use is longest ago is made anew', async () => {
  const { graphs, store, keep, reads } = await given({ budget: 2 })
  const other = { ...pair, playerId: 'player-2' }
  await keep(aMemory(), aMemory({ id: 'memory-2' }))
  await changeMemories(store, { pair: other }, created(aMemory({ id: 'memory-3', playerId: 'player-2' })))
  await graphs.get(pair)
  await graphs.get(other)
  await graphs.get(other)
  expect(reads()).toBe(2)
  await graphs.get(pair)
  expect(reads()).toBe(3)
})

test('a failure is told to those who wait, and the next to ask tries again', async () => {
  const { graphs, keep, during } = await given()
  await keep(aMemory())
  during(async () => {
    throw new Error('no disk')
  })
  await expect(graphs.get(pair)).rejects.toThrow('no disk')
  expect(await graphs.get(pair)).toMatchObject({ stale: false, memories: [{ id: 'memory-1' }] })
})

test('the graph of one pair holds nothing of another', async () => {
  const { graphs, keep } = await given()
  await keep(aMemory())
  for (const other of [
    { ...pair, playerId: 'player-2' },
    { ...pair, characterId: 'character-2' },
  ]) {
    expect(await graphs.get(other)).toEqual({ memories: [], stale: false })
  }
})
