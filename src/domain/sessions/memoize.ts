/** Counts what it is given, unless it has counted before: then the first answer stands. */
export type MemoizedCount = (count: () => Promise<number | undefined>) => Promise<number | undefined>

/** One for each thing that the player says, however often it is thought about. */
export function createMemoizedCount(): MemoizedCount {
  let counted: Promise<number | undefined> | undefined
  return (count) => {
    counted ??= count()
    return counted
  }
}
