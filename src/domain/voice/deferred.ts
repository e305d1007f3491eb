export interface Deferred {
  readonly promise: Promise<void>
  isResolved(): boolean
  resolve(): void
}

/** Opens once. */
export function createDeferred(): Deferred {
  let isOpen = false
  let resolve = () => {}
  const opened = new Promise<void>((done) => {
    resolve = done
  })
  return {
    promise: opened,
    isResolved: () => isOpen,
    resolve: () => {
      isOpen = true
      resolve()
    },
  }
}
