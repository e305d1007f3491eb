import { type Session, UnreachableError } from '../../client/create-client.js'
import { subscribeToReplyAudio } from '../../client/session/reply-audio.js'
import { createRestartableTimeout } from '../../client/session/restartable-timeout.js'
import { type SpokenTurn, subscribeToSpokenTurns } from '../../client/session/spoken-turns.js'
import type { Loudspeaker } from './devices/loudspeaker.js'
import { createSpokenCaptions, type SpokenCaptions } from './spoken-captions.js'

export type VoiceConversationView = {
  /** What the player said; a text that is not final may still change. */
  onTranscript(text: string, isFinal: boolean): void
  /** The text of the reply so far; `VoiceConversation.spokenText` says how much of it was spoken. */
  onReplyText(text: string, messageId: string): void
  /** The text of a reply is complete; `hasCaptions`: its text is to be shown as far as it was spoken. */
  onReplyComplete(turn: SpokenTurn, hasCaptions: boolean): void
  /** The sound of a reply was played, or was cut; `spoken` is the part of its text until then. */
  onPlaybackComplete(turn: SpokenTurn, sound: ReplyAudio, spoken: string): void | Promise<void>
  onVoiceError(message: string): void
}

/** How much sound of a reply arrived. */
export type ReplyAudio = { readonly samples: number; readonly seconds: number }

export interface VoiceConversation {
  /** Whether a turn of the player waits for its reply, or the reply is being played. */
  isAnswering(): boolean
  /** The part of a reply's text that was spoken by now. */
  spokenText(messageId: string, text: string): string
  /** Rejects when a reply does not come, or cannot be played. */
  readonly failed: Promise<never>
}

type VoiceConversationDeps = {
  readonly session: Session
  readonly baseUrl: string
  readonly loudspeaker: Loudspeaker
  /** The longest pause within a reply, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** Plays the replies of a session, and reports its turns to `view`. */
export function startVoiceConversation(
  deps: VoiceConversationDeps,
  view: VoiceConversationView,
): VoiceConversation {
  const { session, baseUrl, loudspeaker, idleTimeoutMs } = deps
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const idleTimeout = createRestartableTimeout(idleTimeoutMs, () =>
    fail(new UnreachableError(baseUrl, 'timeout')),
  )
  const captions = createSpokenCaptions(() => performance.now())
  const audio = trackReplyAudio(session, withCaptions(loudspeaker, captions))
  let isReplyAwaited = false
  const playing = new Set<string>()

  const conclude = async (turn: SpokenTurn) => {
    const { messageId } = turn
    const sound = await audio.waitUntilReceived(messageId)
    await loudspeaker.waitUntilPlayed(messageId)
    if (sound.samples > 0 && session.state() === 'connected')
      void session.notifyAudioPlaybackComplete(messageId)
    playing.delete(messageId)
    const spoken = captions.isCut(messageId) ? captions.spokenText(messageId, turn.reply) : turn.reply
    captions.forget(messageId)
    await view.onPlaybackComplete(turn, sound, spoken)
  }
  subscribeToSpokenTurns(session, {
    onTranscript: (text, isFinal) => {
      if (isFinal && text.trim() !== '') {
        isReplyAwaited = true
        idleTimeout.start()
      }
      view.onTranscript(text, isFinal)
    },
    onReplyText: (text, messageId) => {
      idleTimeout.start()
      view.onReplyText(text, messageId)
    },
    onAction: () => undefined,
    onTurn: (turn) => {
      isReplyAwaited = false
      idleTimeout.cancel()
      playing.add(turn.messageId)
      view.onReplyComplete(turn, captions.has(turn.messageId))
      conclude(turn).catch(fail)
    },
  })
  session.on('voiceError', ({ message }) => view.onVoiceError(message))
  session.on('disconnected', () => {
    // A reply that was in progress will not be completed.
    isReplyAwaited = false
    idleTimeout.cancel()
    audio.cutAll()
  })
  return {
    isAnswering: () => isReplyAwaited || playing.size > 0,
    spokenText: captions.spokenText,
    failed,
  }
}

const withCaptions = (loudspeaker: Loudspeaker, captions: SpokenCaptions): Loudspeaker => ({
  ...loudspeaker,
  play: (chunk) => {
    captions.add(chunk)
    loudspeaker.play(chunk)
  },
  cut: (messageId) => {
    captions.cut(messageId)
    loudspeaker.cut(messageId)
  },
})

type Track = { samples: number; seconds: number; isReceived: boolean; wake: () => void }

/** Passes sound to the loudspeaker, and knows of each reply when its sound has arrived completely. */
function trackReplyAudio(session: Session, loudspeaker: Loudspeaker) {
  const tracks = new Map<string, Track>()
  const end = (track: Track | undefined) => {
    if (track === undefined) return
    track.isReceived = true
    track.wake()
  }
  subscribeToReplyAudio(session, {
    onChunk: (chunk) => {
      const { messageId, pcm16, sampleRate, isLast } = chunk
      const track = tracks.get(messageId) ?? {
        samples: 0,
        seconds: 0,
        isReceived: false,
        wake: () => undefined,
      }
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
    /** Cuts all replies whose sound is incomplete. */
    cutAll: () => {
      for (const [messageId, track] of tracks) {
        if (!track.isReceived) loudspeaker.cut(messageId)
        end(track)
      }
    },
    /**
     * Resolves when the sound of a reply has arrived completely. Call it once the text is complete: a reply without sound
     * by then has none (docs/wire-protocol.md, Order of events).
     */
    waitUntilReceived: async (messageId: string): Promise<ReplyAudio> => {
      const track = tracks.get(messageId)
      if (track === undefined) return { samples: 0, seconds: 0 }
      if (!track.isReceived)
        await new Promise<void>((resolve) => {
          track.wake = resolve
        })
      tracks.delete(messageId)
      return { samples: track.samples, seconds: track.seconds }
    },
  }
}
