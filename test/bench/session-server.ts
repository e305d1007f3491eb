import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createImages } from '../../src/adapters/images/images.js'
import { createStubModel } from '../../src/adapters/model/stub/stub-model.js'
import { createStubVision } from '../../src/adapters/vision/stub-vision.js'
import { CONTRACT_LIMITS } from '../../src/contract/limits.js'
import type { CharacterRecord } from '../../src/domain/characters/record.js'
import { createKnowledgeBase } from '../../src/domain/knowledge/create-knowledge-base.js'
import { createInProcessLeases } from '../../src/domain/leases.js'
import { createMeter } from '../../src/domain/operations/meter.js'
import { createInProcessPresence } from '../../src/domain/presence.js'
import type { LanguageModel } from '../../src/domain/turns/ports.js'
import { createTurnTraces, type TurnTraces } from '../../src/domain/turns/traces.js'
import type { VoiceEngine } from '../../src/domain/voice/engine.js'
import { attachRealtime } from '../../src/realtime/attach-realtime.js'
import { createClock } from '../../src/runtime/process/clock.js'
import { createRandomSources, createSecrets } from '../../src/runtime/process/random.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import { startMemoryServices } from '../../src/runtime/services/conversation-services.js'
import { createSearch } from '../../src/runtime/services/search.js'
import type { Store } from '../../src/store/store.js'
import { guide, keyRecord } from '../support/sessions/given-sessions.js'
import { createStubSpeechEngine } from '../support/speech/stub-speech-engine.js'
import { anAccount } from '../support/stores/store-records.js'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }

type Serving = {
  readonly model?: LanguageModel
  readonly voice?: VoiceEngine
  readonly traces?: TurnTraces
  readonly character?: Partial<CharacterRecord>
}

/** Sessions of one account with one character on that store; answers with where. */
export async function serveSessions(
  store: Store,
  { model, voice, traces, character }: Serving = {},
): Promise<string> {
  await store.accounts.ensure(anAccount({ id: 'a1' }))
  await store.keys.insert(keyRecord)
  await store.characters.insert({ ...guide, ...character })
  const server = createServer()
  const timers = createTimers()
  const clock = createClock({ onFailure: console.error })
  const chance = createRandomSources({ seed: undefined, start: 1 })
  const search = await createSearch({ kind: 'hash' }, { timers, log })
  const knowledge = createKnowledgeBase({ ...store, search, timers, log })
  const remembering = await startMemoryServices({
    stopMs: 1000,
    ...store,
    ...chance,
    knowledge,
    search,
    clock,
    timers,
    log,
  })
  attachRealtime(server, {
    ...store,
    ...remembering,
    knowledge,
    identity: { verify: async () => undefined },
    secrets: createSecrets(),
    ids: chance.ids,
    sessions: createInProcessPresence(),
    liveShares: createInProcessLeases(),
    meter: createMeter(),
    voice: voice ?? createStubSpeechEngine(),
    images: createImages(),
    vision: createStubVision(),
    liveEncounters: { subscribe: () => Promise.reject(new Error('there are no encounters here')) },
    clock,
    timers,
    limits: { ...CONTRACT_LIMITS, messagesPerMinute: Number.POSITIVE_INFINITY },
    log,
    traces: traces ?? createTurnTraces({ clock }),
    model: model ?? createStubModel({ timers, pace: 'instant' }),
  })
  return listen(server)
}

/** On any free port of this machine. */
export async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
