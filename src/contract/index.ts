import * as accounts from './accounts.js'
import * as batches from './batches.js'
import * as characters from './characters.js'
import * as conversations from './conversations.js'
import * as documents from './documents.js'
import * as encounters from './encounters.js'
import * as generation from './generation.js'
import * as health from './health.js'
import * as legacyGeneration from './legacy/generation.js'
import * as legacyMemories from './legacy/memories.js'
import * as legacy from './legacy/route-table.js'
import * as memories from './memories.js'
import * as memoryExplain from './memory-explain.js'
import * as memoryGraph from './memory-graph.js'
import * as memoryHistory from './memory-history.js'
import * as memoryViews from './memory-views.js'
import * as models from './models.js'
import type { Operation } from './operation.js'
import * as organizations from './organizations.js'
import * as players from './players.js'
import * as providers from './providers.js'
import * as shares from './shares.js'
import * as staff from './staff.js'
import * as prompts from './turn-prompts.js'
import * as replays from './turn-replays.js'
import * as traces from './turn-traces.js'
import * as turns from './turns.js'
import * as uploads from './uploads.js'

export * from './accounts.js'
export * from './batch-requests.js'
export * from './batches.js'
export * from './characters.js'
export * from './conversations.js'
export * from './documents.js'
export * from './encounters.js'
export * from './errors.js'
export * from './events.js'
export * from './generation.js'
export * from './health.js'
export * from './legacy/agent-form.js'
export * from './legacy/agents.js'
export * from './legacy/generation.js'
export * from './legacy/memories.js'
export * from './legacy/route-table.js'
export * from './limits.js'
export * from './memories.js'
export * from './memory-explain.js'
export * from './memory-graph.js'
export * from './memory-history.js'
export * from './memory-views.js'
export * from './models.js'
export * from './namespace.js'
export * from './operation.js'
export * from './organizations.js'
export * from './players.js'
export * from './providers.js'
export * from './scopes.js'
export * from './shared.js'
export * from './shares.js'
export * from './staff.js'
export * from './turn-prompts.js'
export * from './turn-replays.js'
export * from './turn-traces.js'
export * from './turns.js'
export * from './uploads.js'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value

/** All REST operations that this server implements, in the order of the files. */
export const operations: readonly Operation[] = [
  health,
  characters,
  uploads,
  generation,
  models,
  batches,
  documents,
  conversations,
  turns,
  players,
  memories,
  memoryViews,
  memoryGraph,
  memoryHistory,
  memoryExplain,
  prompts,
  traces,
  replays,
  providers,
  shares,
  encounters,
  accounts,
  organizations,
  legacy,
  legacyGeneration,
  legacyMemories,
  staff,
]
  .flatMap((module) => Object.values(module))
  .filter(isOperation)
