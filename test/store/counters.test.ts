import { Low } from 'lowdb'
import { expect, test } from 'vitest'
import { createCodecs } from '../../src/store/codec.js'
import { createDatabase, emptyData } from '../../src/store/database.js'
import type { Kind } from '../../src/store/kind.js'
import { counterKind } from '../../src/store/kinds.js'
import type { Data, Proposal } from '../../src/store/writing.js'

/** A database whose writers take turns, and a function that gives it its turn. */
function inTurns() {
  const codecs = createCodecs([counterKind as unknown as Kind])
  const proposals: Proposal[] = []
  const data: Data = { ...emptyData(codecs), shared: { proposals, attach: () => undefined } }
  const write = async () => {
    for (const proposal of proposals.splice(0)) proposal.make()
  }
  const low = new Low<Data>({ read: async () => data, write }, data)
  const database = createDatabase(low, codecs)
  const counters = database.table(counterKind)
  const give = (id: string, value: number) => counters.set(id, { id, value })
  const valuesOf = () => [...counters.records.values()]
  return { database, give, valuesOf }
}

test('numbers that a decision gave out before it threw in its turn to write are given anew', async () => {
  const { database, give, valuesOf } = inTurns()
  give('messages', 7)
  const decided = database.decide(() => {
    give('messages', 8)
    // The first of its kind.
    give('memory-events', 1)
    throw new Error('no')
  })
  await expect(decided).rejects.toThrow('no')
  expect(valuesOf()).toEqual([{ id: 'messages', value: 7 }])
})

test('numbers stay given when the decision goes through', async () => {
  const { database, give, valuesOf } = inTurns()
  await database.decide(() => {
    give('messages', 1)
    return { result: undefined }
  })
  expect(valuesOf()).toEqual([{ id: 'messages', value: 1 }])
})
