/** "full" or a number of rounds; without it, what somebody who waits for the result needs. */
const asked = process.env['PARLEY_TEST_ROUNDS']

/** Whether what takes minutes is asked for: `npm run test:full`. */
export const isFull = asked === 'full'

const FEW = 5

/**
 * Those of many like cases that are tried: all of them with "full", else every so many. Where the cases repeat a cycle,
 * `every` shares no factor with its length, so that each of its steps is met.
 */
export const sampled = <T>(cases: readonly T[], every: number): readonly T[] =>
  isFull ? cases : cases.filter((_, at) => at % every === 0)

/** How many inputs a property is tried with. */
export const propertyRuns = (full: number): number => (isFull ? full : Math.ceil(full / 10) + FEW)

/** How many rounds a test of chance takes: few, or as many as it takes to find what is rare. */
export function rounds(full: number, few = FEW): number {
  if (isFull) return full
  const number = Number(asked ?? few)
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`PARLEY_TEST_ROUNDS is neither "full" nor a number of rounds: ${asked}`)
  return number
}
