import type { Session } from '../../client/create-client.js'

/** Ctrl-C in a chat: the first one during some work stops that work, any other leaves. */
export type Interruption = {
  press(): void
  /** Runs `work`; while it runs, the next press calls `stop` instead of leaving. */
  during<T>(stop: () => void, work: () => Promise<T>): Promise<T>
}

export function createInterruption(leave: () => void): Interruption {
  let stopWork: (() => void) | null = null
  return {
    press() {
      const stop = stopWork ?? leave
      stopWork = null
      stop()
    },
    async during(stop, work) {
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
export const stopReply = (session: Pick<Session, 'state' | 'sendInterrupt'>) => (): void => {
  if (session.state() === 'connected') session.sendInterrupt()
}
