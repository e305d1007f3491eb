/** The numbers of the `count` highest scores above 0, the highest first; of equal ones the lower number. */
export function best(
  scores: Float32Array,
  { count, only }: { readonly count: number; readonly only: (slot: number) => boolean },
): number[] {
  const isWorse = (a: number, b: number) => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0)
    return difference < 0 || (difference === 0 && a > b)
  }
  // A heap with the worst of the best on top. Once it is full, others must be better than that one.
  const heap: number[] = []
  let toBeat = 0
  for (let slot = 0; slot < scores.length; slot += 1) {
    if (!((scores[slot] ?? 0) > toBeat) || !only(slot)) continue
    if (heap.length === count) sinkFromTop(heap, slot, isWorse)
    else rise(heap, slot, isWorse)
    if (heap.length === count) toBeat = scores[heap[0] ?? slot] ?? 0
  }
  return heap.sort((a, b) => (isWorse(b, a) ? -1 : 1))
}

type IsWorse = (a: number, b: number) => boolean

function rise(heap: number[], added: number, isWorse: IsWorse): void {
  let at = heap.length
  heap.push(added)
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] ?? 0
    if (!isWorse(added, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = added
}

function sinkFromTop(heap: number[], added: number, isWorse: IsWorse): void {
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    if (left >= heap.length) break
    const right = left + 1
    const child = right < heap.length && isWorse(heap[right] ?? 0, heap[left] ?? 0) ? right : left
    const below = heap[child] ?? 0
    if (!isWorse(below, added)) break
    heap[at] = below
    at = child
  }
  heap[at] = added
}
