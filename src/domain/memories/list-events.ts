import type { Pair } from '../conversations/ports.js'
import { authorizeMemoryRead, type CallerIdentity, findMemory, type MemoryDeps } from './authorize.js'
import type { MemoryEventRecord } from './record.js'

type Asked = { readonly pair: Pair; readonly id: string }

/** Everything that was recorded of a memory, oldest first. One that was erased is not found, and nothing of it is left. */
export async function listMemoryEvents(
  deps: MemoryDeps<'find' | 'events'>,
  caller: CallerIdentity,
  { pair, id }: Asked,
): Promise<{ readonly memoryId: string; readonly events: MemoryEventRecord[] }> {
  await authorizeMemoryRead(deps, caller, pair)
  await findMemory(deps, pair, id)
  return { memoryId: id, events: await deps.memories.events(pair, id) }
}
