import type { Socket } from 'socket.io-client'

/** Hz of what players send, and how much of it at once. */
export const RATE = 16_000
export const CHUNK_MS = 100

type Chunk = { readonly message_id: string; readonly chunk_index: number; readonly is_final: boolean }
type Begun = { readonly at: number; readonly next: number }

/** What a client sees of the sound of its replies. */
export interface SeenReplies {
  /** Chunks that came. */
  chunks(): number
  /** Chunks that never came, by the numbers of those that did. */
  lost(): number
  /** Replies whose final chunk has not come. */
  unfinished(): number
  /** The longest wait for the next chunk of a reply since this was last asked, in milliseconds. */
  takeLongestGap(): number
}

export function watchReplies(socket: Socket): SeenReplies {
  const replies = new Map<string, Begun>()
  let [chunks, lost, longest] = [0, 0, 0]
  socket.on('bot_voice', ({ message_id, chunk_index, is_final }: Chunk) => {
    const before = replies.get(message_id)
    const at = performance.now()
    if (before !== undefined) longest = Math.max(longest, at - before.at)
    lost += Math.abs(chunk_index - (before?.next ?? 0))
    chunks += 1
    if (is_final) replies.delete(message_id)
    else replies.set(message_id, { at, next: chunk_index + 1 })
  })
  return {
    chunks: () => chunks,
    lost: () => lost,
    unfinished: () => replies.size,
    takeLongestGap: () => {
      const gap = longest
      longest = 0
      return gap
    },
  }
}
