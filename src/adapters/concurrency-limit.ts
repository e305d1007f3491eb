/** Lets so many work at the same time; the others wait in the order they came. */
export function createConcurrencyLimit(free: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let left = free

  const take = async () => {
    if (left === 0) return new Promise<void>((resolve) => waiting.push(resolve))
    left -= 1
  }
  const giveBack = () => {
    const next = waiting.shift()
    if (next === undefined) left += 1
    else next()
  }

  return async (work) => {
    await take()
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
}
