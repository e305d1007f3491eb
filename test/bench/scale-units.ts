import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import { createInMemoryStore } from '../../src/store/in-memory-store.js'
import { heapInUse } from '../support/measure/heap.js'
import { sampleMemory } from '../support/memories/sample-memories.js'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import { withClient } from '../support/stores/postgres-cluster.js'
import { aCharacter, aConversation, aMemory, aMessage, created } from '../support/stores/store-records.js'
import { median } from './bench.js'
import { residentBytes, type ScaleServer } from './scale-processes.js'
import type { ScaleSize } from './scale-sizes.js'
import { connect } from './scale-windows.js'

/** The parts of a turn to write as a server has them, one after the other on an idle database: medians, in milliseconds. */
export type CommitTimes = {
  readonly roundTrip: number
  /** Begin and lock. */
  readonly lock: number
  /** A row of a message, one of an entry, and the number of the last entry. */
  readonly write: number
  readonly commit: number
  /** The same without waiting for the disk. */
  readonly commitWithoutSync: number
}

export const timeCommits = (address: string, { commits }: ScaleSize): Promise<CommitTimes> =>
  withClient(address, async (client) => {
    await client.query('create table scale_rows (id serial primary key, body text not null)')
    const timed = async (statement: string, values: readonly unknown[] = []) => {
      const begun = performance.now()
      await client.query(values.length === 0 ? statement : { text: statement, values: [...values] })
      return performance.now() - begun
    }
    const times = { roundTrip: [], lock: [], write: [], commit: [], commitWithoutSync: [] } as Record<
      keyof CommitTimes,
      number[]
    >
    const body = JSON.stringify(aMessage({ content: sampleUtterance(1).repeat(4) }))
    for (let at = 0; at < commits; at += 1) {
      for (const [kind, sync] of [['commit', 'on'] as const, ['commitWithoutSync', 'off'] as const]) {
        await client.query(`set synchronous_commit = ${sync}`)
        times.roundTrip.push(await timed('select 1'))
        times.lock.push(await timed('begin; select 1 from parley.store for update'))
        times.write.push(await timed('insert into scale_rows (body) values ($1), ($1), ($1)', [body]))
        times[kind].push(await timed('commit'))
      }
    }
    await client.query('drop table scale_rows')
    return {
      roundTrip: median(times.roundTrip),
      lock: median(times.lock),
      write: median(times.write),
      commit: median(times.commit),
      commitWithoutSync: median(times.commitWithoutSync),
    }
  })

/** What a process grows by with each session that is open and says nothing, in bytes. */
export async function sessionBytes(server: ScaleServer, { idleSessions }: ScaleSize): Promise<number> {
  // The first ones load and compile what all need.
  await connect(server, Math.ceil(idleSessions / 5))
  await server.play({ ask: 'disconnect' })
  const before = await residentBytes(server.pid)
  await connect(server, idleSessions)
  const held = (await residentBytes(server.pid)) - before
  await server.play({ ask: 'disconnect' })
  return Math.max(held, 0) / idleSessions
}

/** What a stored message and a memory hold of the heap, in this process. */
export async function recordBytes({ messages, memories }: ScaleSize) {
  const store = createInMemoryStore()
  const pair = { characterId: 'c1', playerId: 'ada' }
  await store.characters.insert(aCharacter({ id: pair.characterId }))
  await store.conversations.findOrCreate(aConversation({ id: 'one', ...pair }))
  const empty = heapInUse()
  for (let at = 0; at < messages; at += 1)
    await store.conversations.append('one', aMessage({ content: sampleUtterance(at) }))
  const withMessages = heapInUse()
  for (let at = 0; at < memories; at += 1) {
    const memory = aMemory({
      id: `m${at}`,
      agentId: 'c1',
      playerId: 'ada',
      slot: null,
      content: sampleMemory(at),
    })
    await changeMemories(store, { pair }, created(memory))
  }
  const all = heapInUse()
  if ((await store.conversations.find(pair)) === undefined) throw new Error('nothing was stored')
  return { message: (withMessages - empty) / messages, remembered: (all - withMessages) / memories }
}
