import type { InterruptReason } from '../turns/stop.js'
import type { Reply } from './reply.js'

export type ReplyQueue = ReturnType<typeof createReplyQueue>

/** The replies of one session, sent one after another. */
export function createReplyQueue() {
  const live = new Set<Reply>()
  const running = new Set<Promise<void>>()
  let allSent: Promise<void> = Promise.resolve()

  const unfinished = (): Reply | undefined => {
    for (const reply of live) if (reply.isUnfinished()) return reply
    return undefined
  }
  const settled = async () => {
    await allSent
    await Promise.all(running)
  }
  const current = () => unfinished() ?? [...live].findLast((reply) => reply.isCurrent())
  const play = async (before: Promise<void>, reply: Reply, run: () => Promise<void>) => {
    await before
    const over = run().then(() => {
      live.delete(reply)
      running.delete(over)
    })
    running.add(over)
    await Promise.race([over, reply.sent])
    // What is stored of a stopped reply is settled before the next reply reads the conversation.
    if (!reply.isCurrent()) await over
  }
  return {
    /** Calls `run` once the replies before it were sent; it never rejects, and resolves when the reply is over. */
    add: (reply: Reply, run: () => Promise<void>): void => {
      live.add(reply)
      allSent = play(allSent, reply, run)
    },
    /** The reply that is being generated, else the one that is being played. */
    current,
    /** The first reply of which something is still to be sent. */
    unfinished,
    /** The reply that was sent and is being played: the named one, else the first. */
    playing: (messageId?: string): Reply | undefined =>
      [...live].find(
        (reply) =>
          reply.isCurrent() && !reply.isUnfinished() && (messageId === undefined || messageId === reply.id),
      ),
    /** Only the first reply gets an `interrupt`: no client knows the ids of those behind it. */
    interrupt: (reason: InterruptReason): void => {
      const first = current()
      for (const reply of live) if (reply !== first && reply.isUnfinished()) reply.abandon()
      first?.interrupt(reason)
    },
    abandon: (): void => {
      for (const reply of live) reply.abandon()
    },
    /** Resolves when every reply that was added so far is over and stored. */
    settled,
    /** Resolves when none is live any more, those that were added meanwhile included. */
    finish: async (): Promise<void> => {
      while (live.size > 0) await settled()
    },
  }
}
