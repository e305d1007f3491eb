type Case = readonly [name: string, run: () => Promise<void>]

/**
 * Cases that mostly wait for real time, such as sound, all at once: the test takes as long as the longest of them. Each
 * runs to its end; then the first that failed is named.
 */
export async function runConcurrently(cases: readonly Case[]): Promise<void> {
  const outcomes = await Promise.allSettled(cases.map(([, run]) => run()))
  cases.forEach(([name], index) => {
    const outcome = outcomes[index]
    if (outcome?.status !== 'rejected') return
    const { reason } = outcome
    if (reason instanceof Error) reason.message = `${name}: ${reason.message}`
    throw reason
  })
}
