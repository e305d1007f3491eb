import type { Pair } from '../conversations/ports.js'
import { type CallerIdentity, type MemoryDeps, reachMemories } from './reach.js'
import type { CoreFactRecord } from './record.js'

/** What is always known of a player: the current values of the slots that hold one, by their keys. */
export async function listCoreFacts(
  deps: MemoryDeps<'coreFacts'>,
  caller: CallerIdentity,
  pair: Pair,
): Promise<{ readonly coreFacts: CoreFactRecord[] }> {
  await reachMemories(deps, caller, pair)
  return { coreFacts: await deps.memories.coreFacts(pair) }
}
