import type { Session } from '../../client/create-client.js'

/** Ctrl-C in a chat: the first one during some work stops that work, any other leaves. */
export type ChatInterruptHandler = {
  handleInterrupt(): void
  /** Runs `work`; while it runs, the next press calls `stop` instead of leaving. */
  runInterruptible<T>(stop: () => void, work: () => Promise<T>): Promise<T>
}

export function createChatInterruptHandler(leave: () => void): ChatInterruptHandler {
  let stopWork: (() => void) | null = null
  return {
    handleInterrupt() {
      const stop = stopWork ?? leave
      stopWork = null
      stop()
    },
    async runInterruptible(stop, work) {
      stopWork = stop
      try {
        return await work()
      } finally {
        stopWork = null
      }
    },
  }
}

/** Stops the reply that is being given; one that a lost connection cut off needs no stopping. */
export const replyStopper = (session: Pick<Session, 'state' | 'sendInterrupt'>) => (): void => {
  if (session.state() === 'connected') session.sendInterrupt()
}
