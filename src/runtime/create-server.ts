import { readSettings, type ServerOptions } from './config/settings.js'
import { type RunningServer, type SharedParts, startServer } from './start.js'

export type { ServerOptions } from './config/settings.js'
export type { ReadyLine } from './local-state/ready-line.js'
export type { StandbyLine } from './local-state/standby-line.js'
export type { ProviderFailure } from './observability/provider-failures.js'
export { StartError } from './process/start-error.js'
export type { RunningServer } from './start.js'
export { formatKeptRecord, type KeptRecord } from './world/seed-differences.js'

/**
 * Starts a server in this process, for the tests of other projects. By default it keeps its records in RAM, takes any
 * free port, and its stub model replies without delay. Throws a StartError when it cannot start.
 * Who starts many servers in one process may have them share parts that are slow to make.
 */
export async function createServer(
  options: ServerOptions = {},
  shared?: SharedParts,
): Promise<RunningServer> {
  const ephemeral = options.ephemeral ?? options.dataDir === undefined
  const given: ServerOptions = { port: 0, pace: 'instant', ...options, ephemeral }
  const settings = await readSettings(given)
  if (settings.workers === undefined) return startServer(settings, shared)
  // Loaded only here: most servers are one process.
  const { startWorkers } = await import('./workers/start-workers.js')
  const { onKept: _onKept, onStandby: _onStandby, signal: _signal, ...passed } = given
  return startWorkers(settings, passed)
}
