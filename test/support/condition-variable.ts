/** Waits for something to become true, looked at whenever `wake` says that something has changed. */
export function createConditionVariable() {
  const waiting = new Set<() => void>()
  return {
    wake: () => {
      for (const look of [...waiting]) look()
    },
    until: (isReached: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          if (!isReached()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
