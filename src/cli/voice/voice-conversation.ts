import { type Session, UnreachableError } from '../../client/create-client.js'
import { subscribeToReplyAudio } from '../../client/session/reply-audio.js'
import { createRestartableTimeout } from '../../client/session/restartable-timeout.js'
import { type SpokenTurn, subscribeToSpokenTurns } from '../../client/session/spoken-turns.js'
import type { Loudspeaker } from './devices/loudspeaker.js'

export type VoiceConversationView = {
  /** What the player was heard to say; not final, so far. */
  onTranscript(text: string, isFinal: boolean): void
  /** The reply so far. */
  onReplyText(text: string): void
  /** The whole text of a reply is there. */
  onReplyComplete(turn: SpokenTurn): void
  /** And was heard, so far as it was. */
  onPlaybackComplete(turn: SpokenTurn, sound: ReplyAudio): void | Promise<void>
  onVoiceError(message: string): void
}

/** What came of a reply's sound. */
export type ReplyAudio = { readonly samples: number; readonly seconds: number }

export interface VoiceConversation {
  /** Whether something that was said waits for its answer, or hears it. */
  isAnswering(): boolean
  /** Rejects when an answer fails to come, or cannot be played. */
  readonly failed: Promise<never>
}

type VoiceConversationDeps = {
  readonly session: Session
  readonly baseUrl: string
  readonly loudspeaker: Loudspeaker
  /** The longest pause in an answer, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** Plays what a session says, and tells what is said in it. */
export function startVoiceConversation(
  deps: VoiceConversationDeps,
  view: VoiceConversationView,
): VoiceConversation {
  const { session, baseUrl, loudspeaker, idleTimeoutMs: pauseMs } = deps
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const patience = createRestartableTimeout(pauseMs, () => fail(new UnreachableError(baseUrl, 'timeout')))
  const sounds = trackReplyAudio(session, loudspeaker)
  let awaited = false
  const playing = new Set<string>()

  const conclude = async (turn: SpokenTurn) => {
    const { messageId } = turn
    const sound = await sounds.over(messageId)
    await loudspeaker.waitUntilPlayed(messageId)
    if (sound.samples > 0 && session.state() === 'connected')
      void session.notifyAudioPlaybackComplete(messageId)
    playing.delete(messageId)
    await view.onPlaybackComplete(turn, sound)
  }
  subscribeToSpokenTurns(session, {
    onTranscript: (text, isFinal) => {
      if (isFinal && text.trim() !== '') {
        awaited = true
        patience.start()
      }
      view.onTranscript(text, isFinal)
    },
    onReplyText: (text) => {
      patience.start()
      view.onReplyText(text)
    },
    onAction: () => undefined,
    onTurn: (turn) => {
      awaited = false
      patience.cancel()
      playing.add(turn.messageId)
      view.onReplyComplete(turn)
      conclude(turn).catch(fail)
    },
  })
  session.on('voiceError', ({ message }) => view.onVoiceError(message))
  session.on('disconnected', () => {
    // Nothing more comes of what was being answered.
    awaited = false
    patience.cancel()
    sounds.breakOff()
  })
  return { isAnswering: () => awaited || playing.size > 0, failed }
}

type Track = { samples: number; seconds: number; isOver: boolean; wake: () => void }

/** Hands the sound on, and knows of each reply when it is all there. */
function trackReplyAudio(session: Session, loudspeaker: Loudspeaker) {
  const tracks = new Map<string, Track>()
  const end = (track: Track | undefined) => {
    if (track === undefined) return
    track.isOver = true
    track.wake()
  }
  subscribeToReplyAudio(session, {
    onChunk: (chunk) => {
      const { messageId, pcm16, sampleRate, isLast } = chunk
      const track = tracks.get(messageId) ?? { samples: 0, seconds: 0, isOver: false, wake: () => undefined }
      tracks.set(messageId, track)
      track.samples += pcm16.length / 2
      track.seconds += pcm16.length / 2 / sampleRate
      loudspeaker.play(chunk)
      if (isLast) end(track)
    },
    onInterrupt: (messageId) => {
      loudspeaker.cut(messageId)
      end(tracks.get(messageId))
    },
  })
  return {
    /** The rest of what was sounding will not come. */
    breakOff: () => {
      for (const [messageId, track] of tracks) {
        if (!track.isOver) loudspeaker.cut(messageId)
        end(track)
      }
    },
    /**
     * To be asked when the whole text is there: a reply without any sound by then has none
     * (docs/wire-protocol.md, Order of events).
     */
    over: async (messageId: string): Promise<ReplyAudio> => {
      const track = tracks.get(messageId)
      if (track === undefined) return { samples: 0, seconds: 0 }
      if (!track.isOver)
        await new Promise<void>((resolve) => {
          track.wake = resolve
        })
      tracks.delete(messageId)
      return { samples: track.samples, seconds: track.seconds }
    },
  }
}
