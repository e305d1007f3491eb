import type { InterruptReason, Reply } from './reply.js'

/** How a reply comes about. All of them handle their own failures. */
type QueuedReply = {
  /** Resolves when all of it was sent. The next reply begins then. */
  readonly play: () => Promise<void>
  /** Called once it was played, or broken off. */
  readonly finalize: () => Promise<void>
}

export type ReplyQueue = ReturnType<typeof createReplyQueue>

/** The replies of one session, spoken one after another. */
export function createReplyQueue() {
  const live = new Set<Reply>()
  const playing = new Set<Promise<void>>()
  let settled: Promise<void> = Promise.resolve()

  const unfinished = () => [...live].filter((reply) => reply.isUnfinished())
  const current = () => unfinished()[0] ?? [...live].findLast((reply) => reply.isCurrent())
  const run = async (reply: Reply, { play: speak, finalize: conclude }: QueuedReply) => {
    await speak()
    const end = async () => {
      await conclude()
      live.delete(reply)
    }
    // What was broken off is put right before the next reply looks back at it.
    if (!reply.isCurrent()) return await end()
    const played = reply.finished().then(end)
    playing.add(played)
    void played.finally(() => playing.delete(played))
  }
  return {
    /** Speaks the reply once those before it were sent. */
    add: (reply: Reply, course: QueuedReply): void => {
      live.add(reply)
      settled = settled.then(() => run(reply, course))
    },
    /** The reply that is being made, else the one that is being played. */
    current,
    /** The first reply of which something is still to be sent. */
    unfinished: (): Reply | undefined => unfinished()[0],
    /** The reply that was sent and is being played: the named one, else the first. */
    playing: (messageId?: string): Reply | undefined =>
      [...live].find(
        (reply) =>
          reply.isCurrent() && !reply.isUnfinished() && (messageId === undefined || messageId === reply.id),
      ),
    /** Only the first reply is interrupted aloud: no client knows the ids of those behind it. */
    interrupt: (reason: InterruptReason): void => {
      const first = current()
      for (const reply of unfinished()) if (reply !== first) reply.abandon()
      first?.interrupt(reason)
    },
    abandon: (): void => {
      for (const reply of live) reply.abandon()
    },
    /** Resolves when everything that was added so far is over and stored. */
    settled: async (): Promise<void> => {
      await settled
      await Promise.all(playing)
    },
  }
}
