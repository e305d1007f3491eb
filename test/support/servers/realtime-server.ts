import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { createImages } from '../../../src/adapters/images/images.js'
import { createStubVision } from '../../../src/adapters/vision/stub-vision.js'
import type { ServerEventName } from '../../../src/contract/events.js'
import { CONTRACT_LIMITS, type Limits } from '../../../src/contract/limits.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import type { Timers } from '../../../src/domain/clock.js'
import type { ConversationRepository } from '../../../src/domain/conversations/ports.js'
import { createLiveEncounters } from '../../../src/domain/encounters/live-encounters.js'
import { createInProcessLeases } from '../../../src/domain/leases.js'
import { createMeter } from '../../../src/domain/operations/meter.js'
import { createInProcessPresence } from '../../../src/domain/presence.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import type { VoiceEngine } from '../../../src/domain/voice/engine.js'
import { attachRealtime } from '../../../src/realtime/attach-realtime.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createRandomSources, createSecrets } from '../../../src/runtime/process/random.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { startMemoryServices } from '../../../src/runtime/services/conversation-services.js'
import { createSearch } from '../../../src/runtime/services/search.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { EMPTY_KNOWLEDGE } from '../knowledge/empty-knowledge.js'
import { createEventLog } from '../sessions/event-log.js'
import { guide, KEY, keyRecord } from '../sessions/given-sessions.js'
import { createStubSpeechEngine } from '../speech/stub-speech-engine.js'
import { anAccount } from '../stores/store-records.js'
import { sharedRules } from './rules.js'

type Given = {
  readonly model: LanguageModel
  readonly character?: Partial<CharacterRecord>
  readonly limits?: Partial<Limits>
  readonly timers?: Timers
  readonly voice?: Partial<VoiceEngine>
  readonly wrap?: (conversations: ConversationRepository) => ConversationRepository
}

/** A real server on a free port, on records in memory: one account, one key that may talk, one character. */
export async function givenServer({ model, character, limits, timers, voice, wrap = (same) => same }: Given) {
  const store = createInMemoryStore()
  await store.accounts.ensure(anAccount({ id: 'a1' }))
  await store.keys.insert(keyRecord)
  await store.characters.insert({ ...guide, ...character })
  const clock = createClock({ onFailure: (error) => failures.push(error) })
  const failures: unknown[] = []
  const logged: [string, object][] = []
  const log = (message: string, fields: object = {}) => void logged.push([message, fields])
  const sessions = createInProcessPresence()
  const chance = createRandomSources({ seed: undefined, start: 1 })
  const logs = { debug: log, info: log, warn: log, error: log }
  const pictures = { images: createImages(), vision: createStubVision(), secrets: createSecrets() }
  const own = {
    ...store,
    traces: undefined,
    ...chance,
    clock,
    timers: createTimers(),
    log: logs,
    knowledge: EMPTY_KNOWLEDGE,
  }
  const search = await createSearch({ kind: 'hash' }, own)
  const { stop: stopRemembering, ...remembering } = await startMemoryServices({
    stopMs: 1000,
    ...own,
    search,
    rules: sharedRules(),
  })

  const rates = { ...CONTRACT_LIMITS, ...limits }
  const liveEncounters = createLiveEncounters({
    ...{ ...own, ...pictures },
    ...remembering,
    model,
    encounterLeases: createInProcessLeases(),
    limits: rates,
    voice: { ...createStubSpeechEngine(), ...voice },
  })

  const server = createServer((_request, response) => response.writeHead(404).end())
  const realtime = attachRealtime(server, {
    accounts: store.accounts,
    keys: store.keys,
    organizations: store.organizations,
    shares: store.shares,
    transact: store.transact,
    liveShares: createInProcessLeases(),
    meter: createMeter(),
    voice: { ...createStubSpeechEngine(), ...voice },
    liveEncounters,
    characters: store.characters,
    files: store.files,
    ...pictures,
    conversations: wrap(store.conversations),
    knowledge: EMPTY_KNOWLEDGE,
    identity: { verify: async (token) => (token === 'id-token' ? { email: 'dev@parley.local' } : undefined) },
    ids: chance.ids,
    traces: undefined,
    ...remembering,
    sessions,
    clock,
    timers: timers ?? createTimers(),
    limits: rates,
    log: { debug: log, info: log, warn: log, error: log },
    model,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  onTestFinished(async () => {
    await liveEncounters.stop()
    await realtime.close()
    await stopRemembering()
    server.close()
    clock.stop()
    await store.close()
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    store,
    sessions,
    liveEncounters,
    realtime,
    clock,
    failures,
    logged,
  }
}

type Connecting = {
  readonly auth?: object
  readonly transports?: ('polling' | 'websocket')[]
}

/** The stock client library, with everything it is sent written down. */
export function connect({ url }: { url: string }, { auth, transports = ['websocket'] }: Connecting = {}) {
  const events = createEventLog()
  const socket = io(`${url}/sdk`, {
    transports,
    reconnection: false,
    forceNew: true,
    ...(auth !== undefined && { auth }),
  })
  socket.onAny((name: ServerEventName, ...payloads: unknown[]) => {
    if (payloads.length !== 1) throw new Error(`${name} came with ${payloads.length} arguments`)
    events.add(name, payloads[0])
  })
  const disconnected = new Promise<string>((resolve) => {
    socket.on('disconnect', resolve)
  })
  const joined = new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', reject)
  })
  joined.catch(() => undefined)
  onTestFinished(() => void socket.disconnect())
  return { socket, events, disconnected, joined }
}

/** A client with an open session. */
export async function connectSession(server: { url: string }, shown: object = {}) {
  const client = connect(server, { auth: { api_key: KEY, character_id: 'c1', player_id: 'p1', ...shown } })
  await client.events.count('session_info', 1)
  return client
}
