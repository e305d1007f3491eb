import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Server } from 'socket.io'
import { createStubModel } from '../../src/adapters/model/stub.js'
import { CONTRACT_LIMITS } from '../../src/contract/limits.js'
import { createSessionRegistry } from '../../src/domain/sessions/registry.js'
import { createLiveShares } from '../../src/domain/shares/live-shares.js'
import { attachRealtime } from '../../src/realtime/attach.js'
import { createBanks } from '../../src/runtime/banks.js'
import { createChance, createSecrets } from '../../src/runtime/chance.js'
import { createClock } from '../../src/runtime/clock.js'
import { startRemembering } from '../../src/runtime/remembering.js'
import { createSearch } from '../../src/runtime/search.js'
import { createTimers } from '../../src/runtime/timers.js'
import { createMemoryStore } from '../../src/store/memory.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { guide, KEY, keyRecord } from '../support/session.js'
import { anAccount } from '../support/store-records.js'
import { stubEngine } from '../support/stub-engine.js'

// Forked by turn.bench.ts with a folder: serves sessions on a durable store, sessions on records in memory, and bare
// echoes, one of which syncs a line to disk before it answers.
const [folder = ''] = process.argv.slice(2)
const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }

process.send?.({
  key: KEY,
  durable: await serveSessions(await openStore({ folder, log })),
  memory: await serveSessions(createMemoryStore()),
  echo: await serveEchoes(),
})

async function serveSessions(store: Store): Promise<string> {
  await store.accounts.ensure(anAccount({ id: 'a1' }))
  await store.keys.insert(keyRecord)
  await store.characters.insert(guide)
  const server = createServer()
  const timers = createTimers()
  const clock = createClock({ onFailure: console.error })
  const chance = createChance({ seed: undefined, start: 1 })
  const search = await createSearch({ kind: 'hash' }, { timers, log })
  const banks = createBanks({ ...store, search, timers, log })
  const remembering = await startRemembering({ ...store, ...chance, banks, search, clock, timers, log })
  attachRealtime(server, {
    ...store,
    ...remembering,
    banks,
    identity: { verify: async () => undefined },
    secrets: createSecrets(),
    ids: chance.ids,
    sessions: createSessionRegistry(),
    liveShares: createLiveShares(),
    voice: stubEngine(),
    liveEncounters: { subscribe: () => Promise.reject(new Error('there are no encounters here')) },
    clock,
    timers,
    limits: { ...CONTRACT_LIMITS, messagesPerMinute: Number.POSITIVE_INFINITY },
    log,
    model: createStubModel({ timers, pace: 'instant' }),
  })
  return listen(server)
}

async function serveEchoes(): Promise<string> {
  const file = await open(join(folder, 'echoes'), 'a')
  const server = createServer()
  new Server(server).on('connection', (socket) => {
    socket.on('echo', (payload) => socket.emit('echo', payload))
    socket.on('durable_echo', async (payload) => {
      await file.write(`${JSON.stringify(payload)}\n`)
      await file.datasync()
      socket.emit('echo', payload)
    })
  })
  return listen(server)
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
