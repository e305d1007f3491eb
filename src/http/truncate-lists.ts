/** No schema of a body looks deeper; what lies there is left as it is. */
const DEPTH_MAX = 16

/**
 * The same value with no more than `most` list elements in all, cut off at the ends, so that indices stay true.
 * Every list that had an element keeps one. A value that is short enough is returned itself.
 */
export function truncateLists(value: unknown, most: number): unknown {
  let left = most

  function shortened(part: unknown, depth: number): unknown {
    if (typeof part !== 'object' || part === null || depth > DEPTH_MAX) return part
    return Array.isArray(part) ? shortenedList(part, depth) : shortenedObject(part, depth)
  }

  function shortenedList(list: readonly unknown[], depth: number): readonly unknown[] {
    const kept: unknown[] = []
    for (const element of list) {
      if (kept.length > 0 && left <= 0) break
      left -= 1
      kept.push(shortened(element, depth + 1))
    }
    return isSame(kept, list) ? list : kept
  }

  function shortenedObject(object: object, depth: number): object {
    const entries = Object.entries(object)
    const kept = entries.map(([name, inner]) => [name, shortened(inner, depth + 1)] as const)
    return kept.every(([, inner], at) => inner === entries[at]?.[1]) ? object : Object.fromEntries(kept)
  }

  return shortened(value, 0)
}

const isSame = (kept: readonly unknown[], list: readonly unknown[]): boolean =>
  kept.length === list.length && kept.every((element, at) => element === list[at])
