import { expect, onTestFinished, test } from 'vitest'
import { createLease, LEASE_MS } from '../../../src/store/postgres/lease.js'
import { silentLog } from '../../support/stores/store-folder.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

/** A lease of the writer `me`, of a database that answers who the writer is, or does not answer. */
async function given() {
  const timers = createVirtualTimers()
  const database = { writer: 'me', isAway: false }
  let suspended = 0
  const lease = createLease({
    session: {
      query: async () => {
        if (database.isAway) throw new Error('away')
        return [{ writer: database.writer }]
      },
    },
    writer: 'me',
    timers,
    machineTime: () => timers.elapsed() + suspended,
    onRenewal: () => undefined,
    log: silentLog,
  })
  onTestFinished(lease.end)
  await lease.confirm()
  return {
    ...{ lease, timers, database },
    /** Sets the machine's clock forward, or back, while the monotonic one stands still. */
    skip: (ms: number) => {
      suspended += ms
    },
  }
}

test('it is certain for as long as the database says so, and a moment longer', async () => {
  const { lease, timers, database } = await given()
  await timers.advance(10 * LEASE_MS)
  expect(lease.confirm()).toBeUndefined()
  database.isAway = true
  await timers.advance(LEASE_MS)
  await Promise.all([
    expect(lease.confirm()).rejects.toMatchObject({ kind: 'unavailable' }),
    timers.advance(3000),
  ])
})

test('who asks while nobody knows waits, and goes on or is refused', async () => {
  const { lease, timers, database } = await given()
  database.isAway = true
  await timers.advance(LEASE_MS)
  const served = lease.confirm()
  database.isAway = false
  await timers.advance(1000)
  await served
  database.isAway = true
  await timers.advance(LEASE_MS)
  const refused = expect(lease.confirm()).rejects.toMatchObject({ kind: 'unavailable' })
  await timers.advance(3000)
  await refused
  expect(lease.lost.aborted).toBe(false)
})

test('a machine that was suspended, or whose clock was set, is certain only after it has asked again', async () => {
  for (const ms of [LEASE_MS, 3_600_000, -3_600_000]) {
    const { lease, timers, skip } = await given()
    await timers.advance(1)
    skip(ms)
    const certain = lease.confirm()
    expect(certain).toBeDefined()
    await timers.advance(1000)
    await certain
    expect(lease.confirm()).toBeUndefined()
  }
})

test('a writer whose place another has taken is never certain again', async () => {
  const { lease, timers, database } = await given()
  database.writer = 'other'
  database.isAway = true
  await timers.advance(LEASE_MS)
  const waiting = expect(lease.confirm()).rejects.toMatchObject({ kind: 'unavailable' })
  database.isAway = false
  await timers.advance(1000)
  await waiting
  expect(lease.lost.aborted).toBe(true)
  database.writer = 'me'
  await timers.advance(1000)
  await expect(lease.confirm()).rejects.toMatchObject({ kind: 'unavailable' })
})
