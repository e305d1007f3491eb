/** Hz of what players send, and how much of it at once. */
export const RATE = 16_000
export const CHUNK_MS = 100
/** Of base64, and of 16-bit PCM. */
const LETTERS_A_SAMPLE = (4 / 3) * 2

type Chunk = {
  readonly message_id: string
  readonly chunk_index: number
  readonly is_final: boolean
  readonly audio: string
  readonly sample_rate: number
}
type Begun = { readonly at: number; readonly next: number }

/** The socket, as far as it tells of replies. */
interface Events {
  on(event: 'bot_voice', listener: (chunk: Chunk) => void): unknown
  on(event: 'interrupt', listener: (reply: Pick<Chunk, 'message_id'>) => void): unknown
}

/** What a client sees of the sound of its replies. */
export interface SeenReplies {
  /** Chunks that came. */
  chunks(): number
  /** Chunks that never came, by the numbers of those that did, and those that came when they should not. */
  lost(): number
  /** Replies of which sound came. */
  begun(): number
  /** Replies whose final chunk has not come, though nothing broke them off. */
  unfinished(): number
  /** Replies whose sound was broken off by the server (docs/wire-protocol.md, Interrupts). */
  brokenOff(): number
  /** When all that came will have been played. */
  playedAt(): number
  /** The longest wait for the next chunk of a reply since this was last asked, in milliseconds. */
  takeLongestGap(): number
}

/** `now` in milliseconds. */
export function watchReplies(events: Events, now: () => number = () => performance.now()): SeenReplies {
  const open = new Map<string, Begun>()
  const over = new Set<string>()
  let [chunks, lost, brokenOff, longest] = [0, 0, 0, 0]
  let playedAt = Number.NEGATIVE_INFINITY
  const close = (id: string) => {
    open.delete(id)
    over.add(id)
  }
  events.on('bot_voice', ({ message_id: id, chunk_index, is_final, audio, sample_rate }) => {
    const before = open.get(id)
    const at = now()
    chunks += 1
    playedAt = Math.max(playedAt, at) + (1000 * audio.length) / LETTERS_A_SAMPLE / sample_rate
    if (over.has(id)) {
      lost += 1
      return
    }
    if (before !== undefined) longest = Math.max(longest, at - before.at)
    lost += Math.abs(chunk_index - (before?.next ?? 0))
    if (is_final) close(id)
    else open.set(id, { at, next: chunk_index + 1 })
  })
  events.on('interrupt', ({ message_id: id }) => {
    if (open.has(id)) brokenOff += 1
    close(id)
    playedAt = now()
  })
  return {
    chunks: () => chunks,
    lost: () => lost,
    begun: () => open.size + over.size,
    unfinished: () => open.size,
    brokenOff: () => brokenOff,
    playedAt: () => playedAt,
    takeLongestGap: () => {
      const gap = longest
      longest = 0
      return gap
    },
  }
}
