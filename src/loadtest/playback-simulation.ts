import type { Session, SessionEvents } from '../client/create-client.js'

const BYTES_PER_SAMPLE = 2

/** How the sound of one reply came; moments on the clock of the process, in milliseconds. */
export type Playback = {
  readonly firstAt: number
  /** The longest time in which there was nothing to play, though more was to come. */
  readonly worstGapMs: number
  /** When it is played to its end, going by what has come. */
  readonly endsAt: number
  readonly isComplete: boolean
  /** How many pieces came, and how many never did, going by their numbers. */
  readonly pieces: number
  readonly lost: number
}

export type PlaybackSimulation = {
  /** Null: no sound of it has come. */
  playbackOf(messageId: string): Playback | null
  /** Resolves once the last sound of a reply has come, or it was cut. */
  waitUntilComplete(messageId: string): Promise<void>
}

/** Plays replies as a device would, without making a sound: only the times count. */
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
  session.on('botVoice', (piece) => {
    const { message_id: messageId, is_final: isLast } = piece
    playbacks.set(messageId, withChunk(playbacks.get(messageId) ?? null, piece, now()))
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

function withChunk(playback: Playback | null, piece: SessionEvents['botVoice'], at: number): Playback {
  const { audio, sample_rate: sampleRate, chunk_index: index, is_final: isWhole } = piece
  const lastsMs = (bytesOf(audio) / BYTES_PER_SAMPLE / sampleRate) * 1000
  const { firstAt, worstGapMs, endsAt, pieces } = playback ?? { ...NO_CHUNKS, firstAt: at, endsAt: at }
  return {
    firstAt,
    worstGapMs: Math.max(worstGapMs, at - endsAt),
    endsAt: Math.max(at, endsAt) + lastsMs,
    isComplete: isWhole,
    pieces: pieces + 1,
    lost: Math.max(0, index - pieces),
  }
}

const NO_CHUNKS = { worstGapMs: 0, pieces: 0 }

/** Of base64: four characters hold three bytes, less one for each padding. */
const bytesOf = (audio: string): number => (audio.length / 4) * 3 - (/(?<!=)=*$/.exec(audio)?.[0].length ?? 0)
