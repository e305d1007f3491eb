import type { Settings } from '../config/settings.js'

/** Collects close functions, to call them in reverse order. */
export interface Disposer {
  add(close: () => void | Promise<void>): void
  disposeAll(): Promise<void>
}

/** What services are created with. */
export type ServiceSettings = {
  readonly settings: Settings
  /** Services add what must be closed when the server stops. */
  readonly disposer: Disposer
}

/** Closes everything even when one part fails; the first failure is thrown at the end. */
export function createDisposer(): Disposer {
  const opened: (() => void | Promise<void>)[] = []
  return {
    add: (close) => {
      opened.push(close)
    },
    disposeAll: async () => {
      const failures: unknown[] = []
      for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
        await Promise.resolve(close()).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
