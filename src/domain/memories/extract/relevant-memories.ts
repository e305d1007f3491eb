import { contentHashOf } from '../changes/content-hash.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'
import type { MemoryRecord } from '../record.js'
import { isSimilar, normalizedText } from './text-similarity.js'

/**
 * The memories that decide what becomes of the candidates: those of the same slots, the same texts, and like texts
 * without a slot. Planning looks at each of them again and again, so that all of a large memory would take too long.
 */
export async function selectRelevantMemories(
  memories: readonly MemoryRecord[],
  candidates: readonly MemoryCandidate[],
  breathe: () => Promise<void>,
): Promise<MemoryRecord[]> {
  const hashes = new Set(candidates.map(({ content }) => contentHashOf(content)))
  const slots = new Set(candidates.flatMap(({ slot }) => (slot === null ? [] : [slotKey(slot)])))
  const free = candidates.filter(({ slot }) => slot === null)
  const equals = new Set<string>()

  const isFreeLike = ({ memoryType, content, slot }: MemoryRecord) =>
    slot === null &&
    free.some((other) => other.memoryType === memoryType && isSimilar(content, other.content))
  const found: MemoryRecord[] = []
  for (const memory of memories) {
    await breathe()
    const { slot, contentHash } = memory
    const isSlot = slot !== null && slots.has(slotKey(slot))
    if (!isSlot && !hashes.has(contentHash) && !isFreeLike(memory)) continue
    // Of a thousand equal ones by hand one will do.
    const equal =
      slot === null && memory.lastSaidAt === null
        ? `${memory.status} ${memory.memoryType} ${contentHash}`
        : memory.id
    if (equals.has(equal)) continue
    equals.add(equal)
    found.push(memory)
  }
  return found
}

const slotKey = ({ subject, attribute }: { readonly subject: string; readonly attribute: string }): string =>
  `${attribute} ${normalizedText(subject)}`
