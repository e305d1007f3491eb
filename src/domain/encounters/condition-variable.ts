/** Lets many wait until something has changed. */
export function createConditionVariable() {
  let waiting: (() => void)[] = []
  return {
    wait: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
    wake: (): void => {
      const woken = waiting
      waiting = []
      for (const resolve of woken) resolve()
    },
  }
}
