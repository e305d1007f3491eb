import type { Session } from '../../../client/session/create-session.js'
import { subscribeToReplyAudio } from '../../../client/session/reply-audio.js'
import type { PlaybackEvent } from './playback-queue.js'
import type { AudioDevices } from './ports.js'
import type { ObservableVoiceState } from './voice-state.js'

/** What becomes of the sound of replies. */
export type ReplyPlayback = {
  attach(session: Session): void
  /** The loudspeaker comes to the first sample of a reply, or has left its last. */
  onPlaybackEvent(played: PlaybackEvent): void
  /** Stops the reply that sounds; what still comes of it is not played. */
  stopReply(): void
}

/** Plays replies as they come, and tells the service when they are over. */
export function createReplyPlayback(
  store: ObservableVoiceState,
  devices: () => AudioDevices | undefined,
): ReplyPlayback {
  let session: Session | undefined
  let latest: string | undefined
  /** The loudspeaker may still tell of it what happened before it was cut. */
  let hushed: string | undefined

  const cut = (messageId: string | undefined) => {
    hushed = messageId
    devices()?.stopPlayback()
    store.update({ isSpeaking: false })
  }
  return {
    attach(next) {
      session = next
      subscribeToReplyAudio(next, {
        onChunk(chunk) {
          latest = chunk.messageId
          if (chunk.messageId !== hushed) devices()?.play(chunk)
        },
        onInterrupt: cut,
      })
      next.on('connectionStateChanged', ({ state }) => {
        if (state !== 'connected') cut(latest)
      })
    },
    onPlaybackEvent({ messageId, type: is }) {
      if (messageId === hushed) return
      store.update({ isSpeaking: is === 'begun', isThinking: false })
      if (is === 'ended' && session?.state() === 'connected')
        void session.notifyAudioPlaybackComplete(messageId)
    },
    stopReply: () => cut(latest),
  }
}
