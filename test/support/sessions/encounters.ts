import { onTestFinished } from 'vitest'
import { createImages } from '../../../src/adapters/images/images.js'
import { createStubVision } from '../../../src/adapters/vision/stub-vision.js'
import { SCOPES } from '../../../src/contract/scopes.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import {
  createLiveEncounters,
  type EncounterSubscriber,
} from '../../../src/domain/encounters/live-encounters.js'
import { encounterPair, perspectiveOf } from '../../../src/domain/encounters/participants.js'
import type { EncounterRecord } from '../../../src/domain/encounters/record.js'
import type { EncounterEvent } from '../../../src/domain/encounters/stream-encounter.js'
import { createInProcessLeases } from '../../../src/domain/leases.js'
import { extractByRules } from '../../../src/domain/memories/extract/rules/extract-by-rules.js'
import { NOTHING_RECALLED, type Recalled } from '../../../src/domain/memories/search/recall-port.js'
import type { LanguageModel, ReplyRequest } from '../../../src/domain/turns/ports.js'
import type { VoiceEngine } from '../../../src/domain/voice/engine.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createRandomSources, createSecrets } from '../../../src/runtime/process/random.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { createConditionVariable } from '../condition-variable.js'
import { EMPTY_KNOWLEDGE } from '../knowledge/empty-knowledge.js'
import { createStubSpeechEngine } from '../speech/stub-speech-engine.js'
import { aCharacter, anEncounter } from '../stores/store-records.js'

export const mira = aCharacter({ id: 'mira', account_id: 'account-1', name: 'Mira', personality: 'Dry.' })
export const bram = aCharacter({ id: 'bram', account_id: 'account-1', name: 'Bram', personality: 'Gruff.' })
export const own: EncounterSubscriber = { accountId: 'account-1', scopes: new Set(SCOPES) }

type Given = {
  /** What is said in a turn; absent: a word and the turn. */
  readonly say?: (request: ReplyRequest, signal: AbortSignal) => string | Promise<string>
  readonly recalled?: Partial<Recalled>
  readonly runningEncounters?: number
  readonly voice?: Pick<VoiceEngine, 'synthesis'>
  readonly cast?: Partial<CharacterRecord>
}

/** Two characters on a store in memory, and a model that says what the test makes it say. */
export async function givenEncounters({
  say,
  recalled,
  runningEncounters = 20,
  voice = createStubSpeechEngine(),
  cast = {},
}: Given = {}) {
  const store = createInMemoryStore()
  for (const character of [mira, bram]) await store.characters.insert({ ...character, ...cast })
  const failures: unknown[] = []
  const note = (message: unknown) => void failures.push(message)
  const clock = createClock({ startAt: new Date('2030-01-02T09:00:00Z'), frozen: true, onFailure: note })
  const requests: ReplyRequest[] = []
  const model: LanguageModel = {
    async *reply(request, signal) {
      requests.push(request)
      yield { type: 'text', text: (await say?.(request, signal)) ?? `Line ${requests.length}.` }
    },
  }
  const deps = {
    ...store,
    ...createRandomSources({ seed: 'encounters', start: 1 }),
    ...{ images: createImages(), vision: createStubVision(), secrets: createSecrets() },
    clock,
    timers: createTimers(),
    knowledge: EMPTY_KNOWLEDGE,
    recall: { recall: async () => ({ ...NOTHING_RECALLED, ...recalled }), recordUse: async () => undefined },
    source: {
      extractCandidates: async (...[turns, context]: Parameters<typeof extractByRules>) =>
        extractByRules(turns, context),
    },
    traces: undefined,
    encounterLeases: createInProcessLeases(),
    limits: { runningEncounters },
    log: { debug: note, info: note, warn: note, error: note },
    model,
    voice,
  }
  const live = createLiveEncounters(deps)
  onTestFinished(async () => {
    await live.stop()
    clock.stop()
    await store.close()
  })

  const memoriesOf = async (side: 'a' | 'b') => {
    const pair = encounterPair(perspectiveOf({ a: mira, b: bram }, side))
    const page = await store.memories.list({ pair, status: 'active', memoryType: null, limit: 50, offset: 0 })
    return page.memories.map(({ content }) => content).sort()
  }
  return {
    store,
    clock,
    deps,
    live,
    requests,
    logged: failures,
    memoriesOf,
    begin: (given: Partial<EncounterRecord> = {}) =>
      live.begin(anEncounter({ characterAId: 'mira', characterBId: 'bram', ...given })),
    /** Listens from now on. */
    watch: async (id = 'encounter-1', caller = own) => {
      const heard: EncounterEvent[] = []
      const { until, wake } = createConditionVariable()
      const stop = await live.subscribe(caller, id, (event) => {
        heard.push(event)
        wake()
      })
      const isOver = () => heard.some(({ name }) => name === 'encounter_end')
      return {
        heard,
        stop,
        count: (count: number) => until(() => heard.length >= count),
        /** Everything, once it is over, without the id: lines as `a: text`, the end as it is told. */
        ended: async () => {
          await until(isOver)
          return heard.map(({ name, payload }) =>
            name === 'encounter_end'
              ? payload.reason
              : `${payload.speaker}: ${'text' in payload ? payload.text : '(sound)'}`,
          )
        },
      }
    },
  }
}
