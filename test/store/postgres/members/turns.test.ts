import { expect, test } from 'vitest'
import type { Kind } from '../../../../src/store/kind.js'
import { createKnownEntries } from '../../../../src/store/postgres/members/known-entries.js'
import { createTurns } from '../../../../src/store/postgres/members/turns.js'
import { createRows } from '../../../../src/store/postgres/rows.js'
import type { PostgresSession, Row } from '../../../../src/store/postgres/session.js'
import { createWriterState } from '../../../../src/store/postgres/writer-state.js'
import type { Table } from '../../../../src/store/table.js'
import type { Commit } from '../../../../src/store/writing.js'
import { recordingLog } from '../../../support/stores/store-folder.js'
import { createVirtualTimers } from '../../../support/virtual-time.js'

type Incident = 'answer lost' | 'commit lost' | 'no room' | 'counted out'

/** A database that keeps the ids of each entry, and to which something happens at the end of a transaction. */
function createDatabase(incidents: Incident[]) {
  const stored: string[][] = []
  let entry: string[] = []
  let [seq, isLost] = [0, false]
  const breakConnection = (): never => {
    isLost = true
    throw new Error('Connection terminated unexpectedly')
  }
  const session: PostgresSession = {
    async run(statements) {
      if (statements === 'rollback') return 0
      const incident = incidents.shift()
      if (incident === 'commit lost') return breakConnection()
      if (entry.length > 0) {
        seq += 1
        stored.push(entry)
      }
      return incident === 'answer lost' ? breakConnection() : 0
    },
    async rowsOf(statements): Promise<readonly (readonly Row[])[]> {
      entry = []
      const asked = /from parley\.entries where seq = (\d+); commit/.exec(statements)?.[1]
      if (asked !== undefined) return [[], [], Number(asked) <= seq ? [{ writer: 'me' }] : [], []]
      return [[], [], [{ seq, mark: 'me', member: incidents[0] !== 'counted out', continued: true }]]
    },
    async query(_text, values = []) {
      if (incidents[0] === 'no room') {
        incidents.shift()
        throw Object.assign(new Error('no space left on device'), { severity: 'ERROR', code: '53100' })
      }
      const ids = values[1] as string[]
      entry.push(...ids)
      return { rows: [{ added: ids.length, described: 1, advanced: 1 }], changed: 0 }
    },
    isLost: () => isLost,
    end: async () => undefined,
  }
  return {
    ...{ stored, session },
    reconnect: async () => {
      isLost = false
    },
  }
}

function given({ incidents = [] as Incident[] } = {}) {
  const timers = createVirtualTimers()
  const { stored, session, reconnect } = createDatabase(incidents)
  let back: Promise<void> = Promise.resolve()
  const rows = createRows()
  const found = { seq: 0, mark: '', records: new Map(), rows }
  const shown = 'postgres://db.test/parley'
  const state = createWriterState({ log: recordingLog().log, shown, timers })
  const turns = createTurns({
    ...{ rows, member: 'me', state },
    entries: createKnownEntries({ codecs: new Map(), shown, member: 'me', found }),
    sessions: { current: () => session, reconnect: () => back.then(reconnect) },
    onEntry: () => undefined,
  })
  const [made, taken]: [string[], string[]] = [[], []]
  const table = { kind: { name: 'notes', version: 1, schema: {} } as Kind } as Table
  const write = (id: string) =>
    turns.propose([
      {
        make(): Commit {
          if (id === 'cannot') throw new Error('it is refused')
          made.push(id)
          return { changes: [{ table, put: { id } }], takeBack: () => void taken.push(id) }
        },
      },
    ])
  return {
    ...{ stored, made, taken, state, write, timers, turns },
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

test('an entry whose answer was lost is not made again; one whose commit was lost is taken back and made anew', async () => {
  const { write, stored, made, taken, state } = given({ incidents: ['answer lost', 'commit lost'] })
  await write('a')
  await Promise.all([write('b'), write('c')])
  await write('d')
  expect(stored).toEqual([['"a"'], ['"b"', '"c"'], ['"d"']])
  expect([made, taken]).toEqual([
    ['a', 'b', 'c', 'b', 'c', 'd'],
    ['c', 'b'],
  ])
  expect(state.read().status).toBe('ok')
})

test('one that decides to refuse is refused alone', async () => {
  const { write, stored } = given()
  const outcomes = await Promise.allSettled([write('a'), write('cannot'), write('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(stored).toEqual([['"a"', '"b"']])
})

test('while the database is away nothing is decided; who waits too long is refused', async () => {
  const { write, goAway, stored, made, taken, state, timers, turns } = given({ incidents: ['commit lost'] })
  const comeBack = goAway()
  const sent = write('a')
  await expect.poll(() => state.read().status).toBe('degraded')
  expect(turns.whenDurable()).toBeDefined()
  const waiting = Promise.allSettled([write('b'), write('c')])
  await timers.advance(20_000)
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(write('d')).rejects.toMatchObject({ kind: 'unavailable' })

  comeBack()
  await sent
  await write('e')
  await expect.poll(() => turns.whenDurable()).toBeUndefined()
  expect([stored, made, taken]).toEqual([[['"a"'], ['"e"']], ['a', 'a', 'e'], ['a']])
})

test('what PostgreSQL has no room for is taken back, and the next turn is taken', async () => {
  const { write, stored, taken, state } = given({ incidents: ['no room'] })
  await expect(write('a')).rejects.toMatchObject({ kind: 'insufficient_storage' })
  await write('b')
  expect([stored, taken, state.read().status]).toEqual([[['"b"']], ['a'], 'ok'])
})

test('who was counted out writes nothing any more', async () => {
  const { write, stored, made, state } = given({ incidents: ['counted out'] })
  await expect(write('a')).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(write('b')).rejects.toMatchObject({ kind: 'unavailable' })
  expect([stored, made, state.read().status]).toEqual([[], [], 'failed'])
})
