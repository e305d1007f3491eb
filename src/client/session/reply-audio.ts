import { fromBase64 } from '../../audio/base64.js'
import type { Emitter, Unsubscribe } from './emitter.js'
import type { SessionEvents } from './events.js'

/** A piece of a reply's sound. */
export type ReplyAudioChunk = {
  readonly messageId: string
  /** 16-bit little-endian mono. */
  readonly pcm16: Uint8Array
  /** Hz. */
  readonly sampleRate: number
  /** Nothing of this reply follows. */
  readonly isLast: boolean
}

export type ReplyAudioListener = {
  onChunk(chunk: ReplyAudioChunk): void
  /** The reply was interrupted: what is not played yet is not to be, and nothing more of it comes. */
  onInterrupt(messageId: string): void
}

/** Hands on the sound of a session's replies as it arrives, until the function that is returned is called. */
export function subscribeToReplyAudio(
  session: Pick<Emitter<SessionEvents>, 'on'>,
  listener: ReplyAudioListener,
): Unsubscribe {
  const over = new Set<string>()
  const forget = [
    session.on('botVoice', ({ message_id: messageId, audio, sample_rate: sampleRate, is_final }) => {
      const pcm16 = fromBase64(audio)
      if (pcm16 === undefined || over.has(messageId)) return
      if (is_final) over.add(messageId)
      listener.onChunk({ messageId, pcm16, sampleRate, isLast: is_final })
    }),
    session.on('interrupt', ({ message_id: messageId }) => {
      over.add(messageId)
      listener.onInterrupt(messageId)
    }),
  ]
  return () => {
    for (const each of forget) each()
  }
}
