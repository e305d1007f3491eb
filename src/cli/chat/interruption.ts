import type { Session } from '../../client/create-client.js'

/** Ctrl-C in a chat: during a reply the first interrupts it, any other leaves. */
export type Interruption = {
  press(): void
  /** Runs `reply`; while it runs, the next press is its own. */
  during<T>(session: Session, reply: () => Promise<T>): Promise<T>
}

export function createInterruption(leave: () => void): Interruption {
  let interruptible: Session | null = null
  return {
    press() {
      const session = interruptible
      interruptible = null
      if (session?.state() === 'connected') session.sendInterrupt()
      else leave()
    },
    async during(session, reply) {
      interruptible = session
      try {
        return await reply()
      } finally {
        interruptible = null
      }
    },
  }
}
