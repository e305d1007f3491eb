import type { Session } from '../../client/create-client.js'

/** Ctrl-C in a chat: the first press during interruptible work stops that work; any other one leaves. */
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

/** Interrupts the current reply, unless the connection is lost, which has ended the reply already. */
export const replyStopper = (session: Pick<Session, 'state' | 'sendInterrupt'>) => (): void => {
  if (session.state() === 'connected') session.sendInterrupt()
}
