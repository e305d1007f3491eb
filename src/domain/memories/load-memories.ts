import { MEMORY_STATUSES } from '../../contract/memories.js'
import type { Pair } from '../conversations/ports.js'
import type { MemoryRepository } from './ports.js'
import type { MemoryRecord } from './record.js'

/** Large enough that one page is all for most pairs. */
const PAGE_SIZE = 1000

/** All active memories of a pair, newest first. */
export async function activeMemories(
  { memories }: { readonly memories: Pick<MemoryRepository, 'list'> },
  pair: Pair,
): Promise<MemoryRecord[]> {
  const all: MemoryRecord[] = []
  for (;;) {
    const query = { pair, status: 'active' as const, memoryType: null, limit: PAGE_SIZE, offset: all.length }
    const page = await memories.list(query)
    all.push(...page.memories)
    if (page.memories.length < PAGE_SIZE) return all
  }
}

/** All memories of a pair, of any status. */
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
