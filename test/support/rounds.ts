/** "full" or a number of rounds; without it, what somebody who waits for the result needs. */
const asked = process.env['PARLEY_TEST_ROUNDS']

/** Whether what takes minutes is asked for: `npm run test:full`. */
export const isFull = asked === 'full'

const FEW = 5

/** How many rounds a test of chance takes: few, or as many as it takes to find what is rare. */
export function rounds(full: number): number {
  if (isFull) return full
  const number = Number(asked ?? FEW)
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`PARLEY_TEST_ROUNDS is neither "full" nor a number of rounds: ${asked}`)
  return number
}
