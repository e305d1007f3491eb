/** One figure of a benchmark: a ratio against a baseline measured in the same run, and the budget it is held to. */
export type Figure = {
  readonly name: string
  readonly ratio: number
  readonly budget: { readonly atLeast: number } | { readonly atMost: number }
  /** The two readings behind the ratio, for people. */
  readonly detail: string
}

export type Size = 'full' | 'reduced'

/**
 * A benchmark file `test/bench/<name>.bench.ts` exports one of these as `bench`. `report` takes all that it has measured,
 * for the file that was asked for.
 */
export type Bench = (size: Size, report?: (measured: object) => void) => Promise<readonly Figure[]>

export const isMet = ({ ratio, budget }: Figure): boolean =>
  'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost

/** The middle value; for an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Linear interpolation between the closest ranks. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}
