import type { InterruptReason, Reply } from './reply.js'

/** The replies of one session, spoken one after another. */
export function createReplyQueue() {
  const waiting = new Set<Reply>()
  let settled: Promise<void> = Promise.resolve()

  const open = () => [...waiting].filter((reply) => reply.isOpen())
  return {
    /** Speaks the reply once those before it are over; `speak` handles its own failures. */
    add: (reply: Reply, speak: () => Promise<void>): void => {
      waiting.add(reply)
      settled = settled.then(speak).finally(() => waiting.delete(reply))
    },
    current: (): Reply | undefined => open()[0],
    /** Only the current reply is interrupted aloud: no client knows the ids of those behind it. */
    interrupt: (reason: InterruptReason): void => {
      const [current, ...others] = open()
      for (const reply of others) reply.abandon()
      current?.interrupt(reason)
    },
    abandon: (): void => {
      for (const reply of open()) reply.abandon()
    },
    /** Resolves when everything that was added so far is over and stored. */
    settled: (): Promise<void> => settled,
  }
}
