export interface Gate {
  readonly opened: Promise<void>
  isOpen(): boolean
  open(): void
}

/** Opens once. */
export function createGate(): Gate {
  let isOpen = false
  let resolve = () => {}
  const opened = new Promise<void>((done) => {
    resolve = done
  })
  return {
    opened,
    isOpen: () => isOpen,
    open: () => {
      isOpen = true
      resolve()
    },
  }
}
