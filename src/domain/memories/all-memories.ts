import { MEMORY_STATUSES } from '../../contract/memories.js'
import type { Pair } from '../conversations/ports.js'
import type { MemoryRepository } from './ports.js'
import type { MemoryRecord } from './record.js'

/** All memories of a pair, whatever their status. */
export async function allMemories(
  { memories }: { readonly memories: Pick<MemoryRepository, 'list'> },
  pair: Pair,
): Promise<MemoryRecord[]> {
  const pages = await Promise.all(
    MEMORY_STATUSES.map((status) =>
      memories.list({ pair, status, memoryType: null, limit: Number.MAX_SAFE_INTEGER, offset: 0 }),
    ),
  )
  return pages.flatMap((page) => page.memories)
}
