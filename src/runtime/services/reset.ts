import type { Resettable } from '../../domain/control/ports.js'
import type { LiveEncounters } from '../../domain/encounters/live-encounters.js'
import type { LiveModels } from '../../domain/generation/model3d/live-models.js'
import type { KnowledgeBase } from '../../domain/knowledge/ports.js'
import type { Extractor } from '../../domain/memories/extract/extractor.js'
import type { SessionRegistry } from '../../domain/sessions/registry.js'
import type { Store } from '../../store/store.js'
import type { RunningClock } from '../process/clock.js'
import type { RandomSources } from '../process/random.js'
import type { Ingestion } from './document-ingestion.js'

type ResetDeps = {
  readonly store: Pick<Store, 'checkpoint' | 'restore'>
  readonly sessions: Pick<SessionRegistry, 'closeAll'>
  readonly ingestion: Ingestion
  readonly extractor: Pick<Extractor, 'settled' | 'catchUp'>
  readonly liveEncounters: Pick<LiveEncounters, 'stop'>
  readonly liveModels: Pick<LiveModels, 'settle'>
  readonly knowledge: Pick<KnowledgeBase, 'evictAll'>
  readonly clock: RunningClock
  readonly chance: RandomSources
}

type Reset = Resettable & {
  /** Sends the clients away first; said later, because the sockets are opened after the routes that reset. */
  setDisconnectAll(disconnectAll: () => void): void
}

/** Remembers the state right after the start (seed and worlds included), to go back to it. */
export function createReset(deps: ResetDeps): Reset {
  const { store, sessions, liveEncounters, liveModels, ingestion, extractor, knowledge, clock, chance } = deps
  const records = store.checkpoint()
  const rewind = chance.checkpoint()
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
      clock.restart()
      rewind()
      await ingestion.start()
      void extractor.catchUp()
    },
  }
}
