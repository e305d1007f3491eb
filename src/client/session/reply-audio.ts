import { fromBase64 } from '../../audio/base64.js'
import type { Emitter, Unsubscribe } from './emitter.js'
import type { SessionEvents } from './events.js'

/** A chunk of a reply's audio. */
export type ReplyAudioChunk = {
  readonly messageId: string
  /** 16-bit little-endian mono. */
  readonly pcm16: Uint8Array
  /** Hz. */
  readonly sampleRate: number
  /** Whether it is the last chunk of its reply. */
  readonly isLast: boolean
  /** How much of the text was spoken at its end; undefined from services that do not say. */
  readonly textEnd?: number | undefined
}

export type ReplyAudioListener = {
  onChunk(chunk: ReplyAudioChunk): void
  /** The reply was interrupted: discard what is not played yet; no further chunk follows. */
  onInterrupt(messageId: string, reason?: string): void
}

/** Calls the listener with the decoded audio of replies as it arrives, until the returned function is called. */
export function subscribeToReplyAudio(
  session: Pick<Emitter<SessionEvents>, 'on'>,
  listener: ReplyAudioListener,
): Unsubscribe {
  const ended = new Set<string>()
  const unsubscribes = [
    session.on('botVoice', (event) => {
      const { message_id: messageId, audio, sample_rate: sampleRate, is_final, text_end: textEnd } = event
      const pcm16 = fromBase64(audio)
      if (pcm16 === undefined || ended.has(messageId)) return
      if (is_final) ended.add(messageId)
      listener.onChunk({ messageId, pcm16, sampleRate, isLast: is_final, textEnd })
    }),
    session.on('interrupt', ({ message_id: messageId, reason }) => {
      ended.add(messageId)
      listener.onInterrupt(messageId, reason)
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
