import type { Pair } from '../conversations/ports.js'
import { authorizeMemoryRead, type CallerIdentity, type MemoryDeps } from './authorize.js'
import type { CoreFactRecord } from './record.js'

/** What is always known of a player: the current values of the slots that hold one, by their keys. */
export async function listCoreFacts(
  deps: MemoryDeps<'coreFacts'>,
  caller: CallerIdentity,
  pair: Pair,
): Promise<{ readonly coreFacts: CoreFactRecord[] }> {
  await authorizeMemoryRead(deps, caller, pair)
  return { coreFacts: await deps.memories.coreFacts(pair) }
}
