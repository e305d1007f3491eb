import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  ADDRESS_LIMITS,
  type AddressLimitName,
  type CountedAddresses,
  createAddressLimit,
  createOwnAddressWatch,
} from '../../../src/domain/limits/address-limit.js'
import { limitConnectionTotal } from '../../../src/runtime/process/connection-total.js'
import { createCommonConnections } from '../../../src/runtime/workers/common-connections.js'
import type { FromWorker, ToWorker } from '../../../src/runtime/workers/messages.js'
import { createWorkerPart } from '../../../src/runtime/workers/worker-part.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const MAX = ADDRESS_LIMITS.silent

/** So many workers, whose messages arrive at once, with connections that are numbers. */
function given(count: number, limit: AddressLimitName = 'silent') {
  const timers = createVirtualTimers()
  const silent = new Set<number>()
  const parts = new Map<number, ReturnType<typeof createWorkerPart>>()
  const sent: FromWorker[] = []
  const common = createCommonConnections({
    timers,
    send: (worker: number, message: ToWorker) => {
      if (!silent.has(worker)) parts.get(worker)?.receive(message)
    },
    serving: () => [...parts.keys()],
    processes: count,
  })
  let connections = 0
  const open = new Set<number>()
  const begin = (id: number) => {
    const place = { number: id, of: count, isFirst: id === 1, address: { id, folder: '' } }
    const send = (message: FromWorker) => {
      sent.push(message)
      common.receive(id, message)
    }
    const { part, receive } = createWorkerPart({ place }, { send, timers })
    parts.set(id, { part, receive })
    const settings = {
      name: limit,
      minAgeMs: limit === 'silent' ? 3000 : 0,
      drop: (connection: number) => void open.delete(connection),
    }
    const limited = createAddressLimit<number>(settings, { timers, watch: part.watch })
    return {
      /** Opens so many, and gives their numbers. */
      open: (many: number, address = 'here') =>
        Array.from({ length: many }, () => {
          connections += 1
          open.add(connections)
          limited.add(connections, address)
          return connections
        }),
      leave(all: readonly number[], address = 'here') {
        for (const connection of all) {
          open.delete(connection)
          limited.remove(connection, address)
        }
      },
      succeed: () => limited.progress('here'),
      part,
    }
  }
  const workers = Array.from({ length: count }, (_, at) => begin(at + 1))
  return {
    ...{ timers, silent, sent, open },
    worker: (id: number) => {
      const worker = workers[id - 1]
      if (worker === undefined) throw new Error(`worker ${id} is not there`)
      return worker
    },
    die(id: number) {
      parts.delete(id)
      common.forget(id)
    },
  }
}

test('of the silent connections that an address has at all workers the oldest go until no more than the limit are left', async () => {
  const { timers, worker, open } = given(3)
  const first = [...worker(2).open(20), ...worker(3).open(20)]
  await timers.advance(100)
  for (const id of [1, 2, 3]) worker(id).open(86)
  worker(1).open(MAX, 'elsewhere')
  await timers.advance(2900)
  expect(open.size).toBe(40 + 3 * 86 + MAX)
  await timers.advance(300)
  expect(open.size).toBe(MAX + MAX)
  // 42 too many: those that came first, and two of those that came next.
  expect(first.filter((connection) => open.has(connection))).toEqual([])
})

test('what adds up over workers none of which has its part anew is found', async () => {
  const { timers, worker, open } = given(2)
  worker(1).open(200)
  await timers.advance(10_000)
  expect(open.size).toBe(200)
  // Less than half of the limit.
  worker(2).open(100)
  await timers.advance(7000)
  expect(open.size).toBe(MAX)
})

test('an address that keeps to the limit is left alone, however its connections are spread', async () => {
  const { timers, worker, open, sent } = given(4)
  const connections = worker(1).open(MAX)
  await timers.advance(30_000)
  expect(open.size).toBe(MAX)
  worker(1).leave(connections)
  await timers.advance(10_000)
  const before = sent.length
  await timers.advance(30_000)
  expect(sent.length).toBe(before)
  worker(1).open(5)
  expect(sent.length).toBe(before)
})

test('silent connections that are younger than the grace period stay until it is over', async () => {
  const { timers, worker, open } = given(2)
  worker(1).open(200)
  await timers.advance(2000)
  worker(2).open(300)
  await timers.advance(1200)
  // 244 too many, of which 200 have had their time.
  expect(open.size).toBe(300)
  await timers.advance(4000)
  expect(open.size).toBe(MAX)
})

test('while clients of the address authenticate at any worker nobody is dropped', async () => {
  const { timers, worker, open } = given(3, 'unauthenticated')
  for (const id of [1, 2, 3]) worker(id).open(200)
  for (let round = 0; round < 3; round += 1) {
    await timers.advance(2000)
    worker(3).succeed()
  }
  await timers.advance(2000)
  expect(open.size).toBe(600)
  await timers.advance(7000)
  expect(open.size).toBe(MAX)
})

test('whoever leaves between the count and the verdict is not replaced by another', () => {
  const dropped: string[] = []
  const attached: CountedAddresses[] = []
  const limited = createAddressLimit<string>(
    { name: 'unauthenticated', minAgeMs: 0, drop: (connection) => void dropped.push(connection) },
    {
      timers: createVirtualTimers(),
      watch: {
        processes: 2,
        attach: (_, addresses) => void attached.push(addresses),
        watch: () => undefined,
      },
    },
  )
  for (const connection of ['first', 'second', 'third']) limited.add(connection, 'here')
  const [addresses] = attached
  expect(addresses?.count('here', 3000)).toEqual({ count: 3, ages: [0, 0, 0], isProgressing: false })
  expect(limited.remove('first', 'here')).toBe(true)
  addresses?.drop('here', 2)
  expect(dropped).toEqual(['second'])
})

test('of a worker that does not answer nothing is counted or dropped, until it does', async () => {
  const { timers, worker, open, silent } = given(2)
  worker(1).open(MAX)
  worker(2).open(150)
  silent.add(2)
  await timers.advance(5000)
  expect(open.size).toBe(MAX + 150)
  silent.delete(2)
  await timers.advance(5000)
  expect(open.size).toBe(MAX)
})

test('a worker that dies while it is asked does not keep the others from being judged', async () => {
  const { timers, worker, open, silent, die } = given(3)
  worker(1).open(200)
  worker(2).open(100)
  silent.add(3)
  await timers.advance(3100)
  die(3)
  await timers.advance(50)
  expect(open.size).toBe(MAX)
})

test('one process has the whole limit for itself', async () => {
  const timers = createVirtualTimers()
  const open = new Set<number>()
  const limited = createAddressLimit<number>(
    { name: 'silent', minAgeMs: 3000, drop: (connection) => void open.delete(connection) },
    { timers, watch: createOwnAddressWatch(timers) },
  )
  const add = (connection: number) => {
    open.add(connection)
    limited.add(connection, 'here')
  }
  for (let connection = 1; connection <= MAX + 10; connection += 1) add(connection)
  await timers.advance(3100)
  expect(open.size).toBe(MAX)
  expect(Math.min(...open)).toBe(11)
})

test('all connections: who has its part refuses more, and drops them once nobody has room', async () => {
  const { worker } = given(2)
  const [first, second] = [worker(1).part.room, worker(2).part.room]
  const server = createServer((_request, response) => void response.end())
  limitConnectionTotal(server, first, 5)
  let areAllFull: boolean | undefined
  second.onAllFull((now) => {
    areAllFull = now
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  expect(server.maxConnections).toBe(2)
  const { port } = server.address() as AddressInfo
  const join = async () => {
    const accepted = once(server, 'connection')
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await accepted
    return socket
  }
  const [one] = [await join(), await join()]
  expect(areAllFull).toBeUndefined()
  second.tell(true)
  await expect.poll(() => areAllFull).toBe(true)
  // Node would hand it to another worker, which has no room either.
  expect(server.maxConnections).toBe(Number.POSITIVE_INFINITY)
  const refused = await join()
  await once(refused, 'close')
  one?.destroy()
  await expect.poll(() => areAllFull).toBe(false)
  expect(server.maxConnections).toBe(2)
})
