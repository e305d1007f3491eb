import { expect, onTestFinished, test } from 'vitest'
import { createKnownEntries } from '../../../../src/store/postgres/members/known-entries.js'
import { createMembership } from '../../../../src/store/postgres/members/membership.js'
import { createRows } from '../../../../src/store/postgres/rows.js'
import type { Row } from '../../../../src/store/postgres/session.js'
import { recordingLog } from '../../../support/stores/store-folder.js'
import { createVirtualTimers } from '../../../support/virtual-time.js'

/** A member that has beaten once, of a database that answers what it is asked and counts the questions for entries. */
async function given() {
  const timers = createVirtualTimers()
  const database = { seq: 0, asked: 0, isMember: true }
  const position = (): Row => ({
    seq: database.seq,
    mark: 'another',
    member: database.isMember,
    continued: true,
  })
  const found = { seq: 0, mark: '', records: new Map(), rows: createRows() }
  const entries = createKnownEntries({ codecs: new Map(), shown: 'db', member: 'me', found })
  const state = { running: Promise.resolve() }
  const membership = createMembership({
    ...{ member: 'me', entries, timers, log: recordingLog().log, isAlone: true },
    turns: { whenDurable: () => undefined, whenIdle: () => state.running },
    session: {
      async query() {
        database.asked += 1
        return [{ ...position(), kind: null }]
      },
      rowsOf: async () => [[{}], [{ name: 'me', beats: 1, connected: '{}' }], [{ seq: entries.seq() }]],
    },
  })
  onTestFinished(async () => {
    const ending = membership.end()
    await timers.advance(1000)
    await ending
  })
  await timers.settle()
  const hear = async (seq: number) => {
    membership.hear(seq)
    await timers.settle()
  }
  return { timers, database, entries, membership, state, hear }
}

test('a notification of what another server has written is followed with one question', async () => {
  const { database, entries, hear } = await given()
  database.seq = 3
  await hear(3)
  expect([entries.seq(), database.asked]).toEqual([3, 1])
})

test('one of what is known already, as of the own entries, is followed with none', async () => {
  const { database, entries, hear } = await given()
  entries.accept(1)
  await hear(1)
  await hear(0)
  expect([entries.seq(), database.asked]).toEqual([1, 0])
})

test('while this server waits for its turn, the turn brings what others have written', async () => {
  const { database, entries, state, hear, timers } = await given()
  database.seq = 2
  let end = () => {}
  state.running = new Promise<void>((resolve) => {
    end = resolve
  })
  await hear(1)
  await hear(2)
  expect(database.asked).toBe(0)
  entries.accept(1)
  end()
  await timers.settle()
  // The second was written behind the back of the turn.
  expect([entries.seq(), database.asked]).toEqual([2, 1])
})

test('what a notification carries that is no number says nothing', async () => {
  const { database, entries, hear } = await given()
  await hear(Number.NaN)
  database.seq = 1
  await hear(1)
  expect([entries.seq(), database.asked]).toEqual([1, 1])
})

test('a server that was counted out learns it from a notification or the next beat, and is lost', async () => {
  const { database, membership, hear, timers } = await given()
  Object.assign(database, { seq: 1, isMember: false })
  await hear(1)
  await expect(membership.confirm()).rejects.toThrow()
  await timers.advance(0)
  expect(membership.lost.aborted).toBe(true)
})
