/** Lets many waiters wait for the next `notifyAll`. */
export function createConditionVariable() {
  let waiting: (() => void)[] = []
  return {
    wait: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
    notifyAll: (): void => {
      const notified = waiting
      waiting = []
      for (const resolve of notified) resolve()
    },
  }
}
