import { createImages } from '../../../src/adapters/images/images.js'
import { createStubVision } from '../../../src/adapters/vision/stub-vision.js'
import { CONTRACT_LIMITS } from '../../../src/contract/limits.js'
import type { Clock, Timers } from '../../../src/domain/clock.js'
import type { Pair } from '../../../src/domain/conversations/ports.js'
import type { Log } from '../../../src/domain/log.js'
import { NO_RESULT } from '../../../src/domain/memories/extract/extract-conversation.js'
import { NOTHING_RECALLED } from '../../../src/domain/memories/search/recall-port.js'
import { createInProcessPresence } from '../../../src/domain/presence.js'
import type { Ids, Secrets } from '../../../src/domain/random.js'
import { createTurnRequests } from '../../../src/domain/sessions/turn-requests.js'
import { createAllTraces } from '../../../src/domain/turns/all-traces.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import { createTurnReplays } from '../../../src/domain/turns/replay-turn.js'
import { createTurnTraces } from '../../../src/domain/turns/traces.js'
import type { Store } from '../../../src/store/store.js'
import { EMPTY_KNOWLEDGE } from '../knowledge/empty-knowledge.js'

type Given = {
  readonly store: Store
  readonly model: LanguageModel
  readonly timers: Timers
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly log: Log
}

/** Requests of single turns on a store, with a model that the test speaks for, and without memories. */
export function givenTurnRequests({ store, ...given }: Given) {
  const sessions = createInProcessPresence()
  const traces = createTurnTraces(given)
  const extracted: object[] = []
  const deps = {
    ...store,
    ...given,
    sessions,
    traces,
    allTraces: createAllTraces(traces, undefined),
    knowledge: EMPTY_KNOWLEDGE,
    images: createImages(),
    vision: createStubVision(),
    limits: CONTRACT_LIMITS,
    recall: {
      recall: async () => NOTHING_RECALLED,
      recordUse: async () => undefined,
      refreshIndex: () => undefined,
    },
    extractor: {
      extract: async (pair: Pair) => {
        extracted.push(pair)
        return NO_RESULT
      },
    },
  }
  const turnRequests = createTurnRequests(deps)
  const turnReplays = createTurnReplays(deps)
  return { turnRequests, turnReplays, sessions, traces, allTraces: deps.allTraces, extracted }
}
