import type { Pair } from '../conversations/ports.js'
import type { MemoryRepository } from './ports.js'
import type { MemoryRecord } from './record.js'

/** Large enough for most pairs, so that one page is all. */
const PAGE = 1000

/** All active memories of a pair, newest first. */
export async function activeMemories(
  { memories }: { readonly memories: Pick<MemoryRepository, 'list'> },
  pair: Pair,
): Promise<MemoryRecord[]> {
  const all: MemoryRecord[] = []
  for (;;) {
    const query = { pair, status: 'active' as const, memoryType: null, limit: PAGE, offset: all.length }
    const page = await memories.list(query)
    all.push(...page.memories)
    if (page.memories.length < PAGE) return all
  }
}
