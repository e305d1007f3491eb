import { expect, test } from 'vitest'
import type { Kind } from '../../../src/store/kind.js'
import { createRows } from '../../../src/store/postgres/rows.js'
import type { PostgresSession } from '../../../src/store/postgres/session.js'
import { createWriter } from '../../../src/store/postgres/writer.js'
import { createWriterState } from '../../../src/store/postgres/writer-state.js'
import type { Table } from '../../../src/store/table.js'
import type { Commit, Data } from '../../../src/store/writing.js'
import { recordingLog } from '../../support/stores/store-folder.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

type Incident = 'answer lost' | 'commit lost' | 'no room'

/** A database that keeps the number of its last entry and the ids that it stored, and to which something happens. */
function createDatabase(incidents: Incident[]) {
  const stored: string[][] = []
  let entry: string[] = []
  let [seq, to] = [0, 0]
  let isLost = false
  const breakConnection = () => {
    isLost = true
    throw new Error('Connection terminated unexpectedly')
  }
  const session: PostgresSession = {
    async run(statements) {
      if (statements === 'rollback') return 0
      if (statements.startsWith('begin')) {
        const [next, from] = (/seq = (\d+) where seq = (\d+)/.exec(statements) ?? []).slice(1).map(Number)
        to = next ?? 0
        entry = []
        return from === seq ? 1 : 0
      }
      const incident = incidents.shift()
      if (incident === 'commit lost') return breakConnection()
      seq = to
      stored.push(entry)
      return incident === 'answer lost' ? breakConnection() : 0
    },
    async query(_text, values = []) {
      if (incidents[0] === 'no room') {
        incidents.shift()
        throw Object.assign(new Error('no space left on device'), { severity: 'ERROR', code: '53100' })
      }
      const ids = values[1] as string[]
      entry.push(...ids)
      return { rows: [{ added: ids.length, described: 1 }], changed: 0 }
    },
    rowsOf: async () => [],
    isLost: () => isLost,
    end: async () => undefined,
  }
  const reconnect = async () => {
    isLost = false
    return { seq, writer: 'me' }
  }
  return { stored, session, reconnect }
}

function given({ incidents = [] as Incident[] } = {}) {
  const timers = createVirtualTimers()
  const { stored, session, reconnect } = createDatabase(incidents)
  let back: Promise<void> = Promise.resolve()
  const state = createWriterState({ log: recordingLog().log, shown: 'postgres://db.test/parley', timers })
  const writer = createWriter({
    ...{ rows: createRows(), name: 'me', seq: 0, state },
    sessions: {
      current: () => session,
      reconnect: () => back.then(reconnect),
      stopWaiting: () => undefined,
      end: async () => undefined,
    },
  })
  const taken: string[] = []
  const data: Data = { records: new Map(), pending: [] }
  const table = { kind: { name: 'notes', version: 1, schema: {} } as Kind } as Table
  const write = (id: string, more: object = {}) => {
    const commit: Commit = { changes: [{ table, put: { id, ...more } }], takeBack: () => void taken.push(id) }
    data.pending.push(commit)
    return writer.write(data)
  }
  return {
    ...{ stored, taken, state, write, timers },
    /** Until the returned function is called, there is no way to the database. */
    goAway() {
      let comeBack = () => {}
      back = new Promise((resolve) => {
        comeBack = resolve
      })
      return () => comeBack()
    },
  }
}

test('an entry whose answer was lost is not written twice, one whose commit was lost is written again', async () => {
  const { write, stored, taken, state } = given({ incidents: ['answer lost', 'commit lost'] })
  await write('a')
  await write('b')
  await write('c')
  expect([stored, taken, state.read().status]).toEqual([[['"a"'], ['"b"'], ['"c"']], [], 'ok'])
})

test('while the database is away, writes wait; who waits too long is refused, what was sent goes on', async () => {
  const { write, goAway, stored, taken, state, timers } = given({ incidents: ['commit lost'] })
  const comeBack = goAway()
  const sent = write('a')
  await expect.poll(() => state.read().status).toBe('degraded')
  const waiting = Promise.allSettled([write('b'), write('c')])
  await timers.advance(20_000)
  const outcomes = await waiting
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(write('d')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(taken).toEqual(['c', 'b', 'd'])

  comeBack()
  await sent
  await write('e')
  expect([stored, state.read().status]).toEqual([[['"a"'], ['"e"']], 'ok'])
})

test('what PostgreSQL has no room for is taken back, and the next write is tried', async () => {
  const { write, stored, taken, state } = given({ incidents: ['no room'] })
  await expect(write('a')).rejects.toMatchObject({ kind: 'insufficient_storage' })
  expect([taken, state.read().status]).toEqual([['a'], 'degraded'])
  await write('b')
  expect([stored, state.read().status]).toEqual([[['"b"']], 'ok'])
})

test('those who write at once share a transaction, in which each record is once', async () => {
  const { write, stored } = given()
  await Promise.all(['a', 'b', 'a', 'c'].map((id) => write(id)))
  expect(stored).toEqual([['"a"', '"b"', '"c"']])
})

test('so do those who write in the same turn of the event loop, one of whom comes first', async () => {
  const { write, stored } = given()
  const first = write('a')
  await new Promise((resolve) => process.nextTick(resolve))
  await Promise.all([first, write('b')])
  expect(stored).toEqual([['"a"', '"b"']])
})

test('a record that cannot be written as text is refused alone, and taken back', async () => {
  const { write, stored, taken } = given()
  const outcomes = await Promise.allSettled([write('a'), write('b', { count: 1n }), write('c')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([stored, taken]).toEqual([[['"a"', '"c"']], ['b']])
})
