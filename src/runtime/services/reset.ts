import type { Resettable } from '../../domain/control/ports.js'
import type { LiveEncounters } from '../../domain/encounters/live-encounters.js'
import { domainError } from '../../domain/errors.js'
import type { LiveModels } from '../../domain/generation/model3d/live-models.js'
import type { KnowledgeBase } from '../../domain/knowledge/ports.js'
import type { Extractor } from '../../domain/memories/extract/extractor.js'
import type { Presence } from '../../domain/presence.js'
import type { TurnTraces } from '../../domain/turns/traces.js'
import type { Store } from '../../store/store.js'
import type { RunningClock } from '../process/clock.js'
import type { RandomSources } from '../process/random.js'
import type { Ingestion } from './document-ingestion.js'

type ResetDeps = {
  readonly store: Pick<Store, 'checkpoint' | 'restore'>
  readonly sessions: Pick<Presence, 'closeAll'>
  readonly ingestion: Ingestion
  readonly extractor: Pick<Extractor, 'settled' | 'catchUp'>
  readonly liveEncounters: Pick<LiveEncounters, 'stop'>
  readonly liveModels: Pick<LiveModels, 'settle'>
  readonly knowledge: Pick<KnowledgeBase, 'evictAll'>
  readonly traces: Pick<TurnTraces, 'clear'>
  readonly clock: RunningClock
  readonly randomSources: RandomSources
}

type Reset = Resettable & {
  /** Sets how to disconnect all clients, before sockets are served; the routes that reset need `reset` earlier. */
  setDisconnectAll(disconnectAll: () => void): void
}

/** Where other servers have the same records: nobody can take from them what they have stored since. */
export const createRefusedReset = (): Reset => ({
  setDisconnectAll: () => undefined,
  reset: async () => {
    throw domainError('needsSingleServer', 'reset')
  },
})

/** Records the state right after the start, with its seeded worlds, so that `reset` can return to it. */
export function createReset(deps: ResetDeps): Reset {
  const {
    store,
    sessions,
    liveEncounters,
    liveModels,
    ingestion,
    extractor,
    knowledge,
    traces,
    clock,
    randomSources,
  } = deps
  const records = store.checkpoint()
  const rewindRandom = randomSources.checkpoint()
  let disconnectAll = () => {}
  return {
    setDisconnectAll: (disconnect) => {
      disconnectAll = disconnect
    },
    reset: async () => {
      disconnectAll()
      await Promise.all([sessions.closeAll(), liveEncounters.stop(), liveModels.settle()])
      await ingestion.stop()
      await extractor.settled()
      await store.restore(records)
      knowledge.evictAll()
      traces.clear()
      clock.restart()
      rewindRandom()
      await ingestion.start()
      void extractor.catchUp()
    },
  }
}
