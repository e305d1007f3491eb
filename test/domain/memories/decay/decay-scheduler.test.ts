import { expect, onTestFinished, test } from 'vitest'
import { changeMemories } from '../../../../src/domain/memories/changes/change-memories.js'
import { createDecayScheduler } from '../../../../src/domain/memories/decay/decay-scheduler.js'
import { nextTransition } from '../../../../src/domain/memories/decay/forgetting-curve.js'
import { createClock } from '../../../../src/runtime/process/clock.js'
import { createInMemoryStore } from '../../../../src/store/in-memory-store.js'
import type { Store } from '../../../../src/store/store.js'
import { openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'
import { aCharacter, aMemory, at, created } from '../../../support/stores/store-records.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
const DAY = 86_400_000
const home = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }

async function run(store: Store, startAt = at(0)) {
  const clock = createClock({
    startAt: new Date(startAt),
    frozen: true,
    onFailure: (error) => {
      throw error
    },
  })
  const sweep = createDecayScheduler({ ...store, clock, ids: { uuid: () => 'fact' } })
  onTestFinished(() => {
    sweep.stop()
    clock.stop()
  })
  await sweep.start()
  return { clock, sweep }
}

async function filled(store: Store): Promise<Store> {
  await store.characters.insert(aCharacter())
  await changeMemories(
    store,
    { pair },
    created(
      aMemory({ id: 'short' }),
      aMemory({ id: 'long', memoryLayer: 'ltm' }),
      aMemory({ id: 'core', slot: home }),
    ),
  )
  return store
}

const turnsOf = async ({ memories }: Store) =>
  (await memories.events(pair))
    .filter(({ actor }) => actor === 'time')
    .map(({ memoryId, kind, at: when }) => [
      memoryId,
      kind,
      Math.floor((Date.parse(when) - Date.parse(at(0))) / DAY),
    ])

/** 81/19 · (R^-2 - 1) days for each day of stability: 12.8 to half, 30.5 to .35. */
const TURNS = [
  ['short', 'decayed', 30],
  ['long', 'demoted', 383],
  ['long', 'decayed', 916],
]

test('a jump of the clock turns each memory at its own time, and core facts never', async () => {
  const store = await filled(createInMemoryStore())
  const { clock } = await run(store)
  await clock.adjust({ advance: 20 * DAY })
  expect(await turnsOf(store)).toEqual([])
  await clock.adjust({ advance: 3000 * DAY })
  expect(await turnsOf(store)).toEqual(TURNS)
  expect(await store.memories.countsByStatus(pair)).toMatchObject({ active: 1, decayed: 2 })
  expect(await store.memories.coreFacts(pair)).toHaveLength(1)
})

test('what fell due while nothing ran is caught up at the start, at the time it was due', async () => {
  const folder = await temporaryFolder()
  const first = await filled(await openTestStore(folder))
  const { sweep } = await run(first)
  sweep.stop()
  await first.close()
  const again = await openTestStore(folder)
  await run(again, new Date(Date.parse(at(0)) + 3000 * DAY).toISOString())
  expect(await turnsOf(again)).toEqual(TURNS)
})

test('what comes to be while it waits is turned in time', async () => {
  const store = createInMemoryStore()
  await store.characters.insert(aCharacter())
  const { clock } = await run(store)
  await changeMemories(store, { pair }, created(aMemory()))
  const due = nextTransition(aMemory())?.at ?? 0
  await clock.adjust({ set: new Date(due - 1) })
  expect(await store.memories.find('memory-1')).toMatchObject({ status: 'active' })
  await clock.adjust({ set: new Date(due) })
  expect(await store.memories.find('memory-1')).toMatchObject({ status: 'decayed' })
})
