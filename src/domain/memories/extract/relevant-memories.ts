import { contentHashOf } from '../changes/content-hash.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'
import type { MemoryRecord } from '../record.js'
import { isSimilar, normalizedText } from './text-similarity.js'

/**
 * The stored memories that can affect planning: same slot, same text, or a similar text without a slot. Planning
 * compares each with every candidate, which would take too long with thousands of memories.
 */
export async function selectRelevantMemories(
  memories: readonly MemoryRecord[],
  candidates: readonly MemoryCandidate[],
  yieldToEventLoop: () => Promise<void>,
): Promise<MemoryRecord[]> {
  const hashes = new Set(candidates.map(({ content }) => contentHashOf(content)))
  const slots = new Set(candidates.flatMap(({ slot }) => (slot === null ? [] : [slotKey(slot)])))
  const withoutSlot = candidates.filter(({ slot }) => slot === null)
  const seen = new Set<string>()

  const resemblesWithoutSlot = ({ memoryType, content, slot }: MemoryRecord) =>
    slot === null &&
    withoutSlot.some((other) => other.memoryType === memoryType && isSimilar(content, other.content))
  const found: MemoryRecord[] = []
  for (const memory of memories) {
    await yieldToEventLoop()
    const { slot, contentHash } = memory
    const isSlot = slot !== null && slots.has(slotKey(slot))
    if (!isSlot && !hashes.has(contentHash) && !resemblesWithoutSlot(memory)) continue
    // Of many duplicateKey memories written by hand one is enough.
    const duplicateKey =
      slot === null && memory.lastSaidAt === null
        ? `${memory.status} ${memory.memoryType} ${contentHash}`
        : memory.id
    if (seen.has(duplicateKey)) continue
    seen.add(duplicateKey)
    found.push(memory)
  }
  return found
}

const slotKey = ({ subject, attribute }: { readonly subject: string; readonly attribute: string }): string =>
  `${attribute} ${normalizedText(subject)}`
