import type { Session, SessionEvents } from '../../client/create-client.js'

const BYTES_PER_SAMPLE = 2

/** How the audio of one reply arrived; times in milliseconds on the clock of the run. */
export type Playback = {
  readonly firstAt: number
  /** The longest gap in playback that a late chunk caused. */
  readonly worstGapMs: number
  /** End of the playback of the chunks so far. */
  readonly endsAt: number
  readonly isComplete: boolean
  /** Chunks received. */
  readonly chunks: number
  /** Chunks missing, by their indices. */
  readonly lost: number
}

export type PlaybackSimulation = {
  /** Null before the first chunk of the reply. */
  playbackOf(messageId: string): Playback | null
  /** Resolves when the last chunk of a reply has arrived or the reply was interrupted. */
  waitUntilComplete(messageId: string): Promise<void>
}

/** Simulates the playback of replies; only the times matter. */
export function createPlaybackSimulation(
  session: Pick<Session, 'on'>,
  now: () => number,
): PlaybackSimulation {
  const playbacks = new Map<string, Playback>()
  const waiting = new Map<string, () => void>()
  const settle = (messageId: string) => {
    waiting.get(messageId)?.()
    waiting.delete(messageId)
  }
  session.on('botVoice', (chunk) => {
    const { message_id: messageId, is_final: isLast } = chunk
    playbacks.set(messageId, withChunk(playbacks.get(messageId) ?? null, chunk, now()))
    if (isLast) settle(messageId)
  })
  session.on('interrupt', ({ message_id: messageId }) => settle(messageId))
  return {
    playbackOf: (messageId) => playbacks.get(messageId) ?? null,
    waitUntilComplete: (messageId) =>
      playbacks.get(messageId)?.isComplete
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.set(messageId, resolve)),
  }
}

function withChunk(playback: Playback | null, chunk: SessionEvents['botVoice'], at: number): Playback {
  const { audio, sample_rate: sampleRate, chunk_index: index, is_final: isComplete } = chunk
  const lastsMs = (bytesOf(audio) / BYTES_PER_SAMPLE / sampleRate) * 1000
  const { firstAt, worstGapMs, endsAt, chunks } = playback ?? { ...NO_CHUNKS, firstAt: at, endsAt: at }
  return {
    firstAt,
    worstGapMs: Math.max(worstGapMs, at - endsAt),
    endsAt: Math.max(at, endsAt) + lastsMs,
    isComplete,
    chunks: chunks + 1,
    lost: Math.max(0, index - chunks),
  }
}

const NO_CHUNKS = { worstGapMs: 0, chunks: 0 }

/** Of base64: four characters hold three bytes, less one for each padding. */
const bytesOf = (audio: string): number => (audio.length / 4) * 3 - (/(?<!=)=*$/.exec(audio)?.[0].length ?? 0)
