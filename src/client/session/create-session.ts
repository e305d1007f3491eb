import { toBase64 } from '../../audio/base64.js'
import type { ClientEvents } from '../../contract/events.js'
import { createEmitter, type Emitter } from './emitter.js'
import type { ConnectionState, SessionEvents, SessionInfo } from './events.js'
import type { ReplyStream } from './reply.js'
import { createReplyMatcher } from './reply-matcher.js'
import {
  createSessionConnection,
  type SessionConnection,
  type SessionConnectionDeps,
} from './session-connection.js'
import type { SessionSettings } from './settings.js'

export type TextOptions = {
  /** The reply comes without audio. */
  readonly textOnly?: boolean
}

export type VoiceOptions = {
  /** A turn ends with `stopVoice` instead of with silence. Applies until the session ends. */
  readonly pushToTalk?: boolean
}

export type CameraImage = {
  /** Base64 of a JPEG, PNG or WebP. */
  readonly image: string
  readonly mimeType?: string
}

export type CameraImageOptions = {
  /** The `request_id` of the `cameraCaptureRequest` that this image answers. */
  readonly requestId?: string
  /** What the player says about the image. */
  readonly text?: string
  /** Sample rate of the spoken reply, in Hz. */
  readonly sampleRate?: number
}

/**
 * A player's live conversation with a character: the client operations of the contract
 * (docs/wire-protocol.md, Client events).
 */
export type Session = Pick<Emitter<SessionEvents>, 'on'> & {
  state(): ConnectionState
  connect(): Promise<SessionInfo>
  disconnect(): void
  /** Sends a text and returns its reply. Throws a `RangeError` for a blank text, which the service never answers. */
  ask(text: string, options?: TextOptions): ReplyStream
  /** Sends a text; the reply arrives as events. */
  sendText(text: string, options?: TextOptions): void
  /** Sends an image, optionally with a text, and returns the reply to it. */
  show(image: CameraImage, text?: string): ReplyStream
  /** Sends an image; the reply arrives as events. With `requestId` it answers a `cameraCaptureRequest`. */
  sendCameraImage(image: CameraImage, options?: CameraImageOptions): void
  /** The character says the line word for word. */
  sayLine(text: string, options?: TextOptions): ReplyStream
  /** Interrupts the current reply, or the one with this id. */
  sendInterrupt(messageId?: string): void
  /**
   * Resolves at the acknowledgement, or when none can come. A client that disconnects earlier is taken to have missed
   * the rest of the reply.
   */
  notifyAudioPlaybackComplete(messageId?: string): Promise<void>
  /** Starts voice input; resolves once the server has handled it. A failure is emitted as `voiceError` before. */
  startVoice(options?: VoiceOptions): Promise<void>
  /** Sends microphone audio: 16-bit little-endian mono at `recordingSampleRate`. */
  streamAudio(pcm16: Uint8Array): void
  /** Stops voice input; resolves after the events of everything said before. */
  stopVoice(): Promise<void>
  /** Subscribes to an encounter's events, from its beginning. An unknown id is answered with an `error` event. */
  subscribeEncounter(encounterId: string): void
}

export function createSession(
  deps: Omit<SessionConnectionDeps, 'emitter'>,
  settings: SessionSettings,
): Session {
  const emitter = createEmitter<SessionEvents>()
  const connection: SessionConnection = createSessionConnection({ ...deps, emitter }, settings)
  const replies = createReplyMatcher(emitter)

  const ask = (text: string, { textOnly }: TextOptions = {}) => {
    assertNotBlank(text)
    connection.send('text', { text, ...(textOnly === undefined ? {} : { textOnly }) })
    return replies.expectReply()
  }
  return {
    on: emitter.on,
    state: connection.state,
    connect: connection.connect,
    disconnect: connection.disconnect,
    ask,
    sendText(text, options) {
      void ask(text, options)
    },
    show(image, text = '') {
      connection.send('camera_image', imagePayload(image, { text }))
      return replies.expectReply()
    },
    sendCameraImage(image, options = {}) {
      connection.send('camera_image', imagePayload(image, options))
      // An image for a capture request has no reply of its own: the reply that requested it continues.
      if (options.requestId === undefined) void replies.expectReply()
    },
    sayLine(text, { textOnly } = {}) {
      assertNotBlank(text)
      connection.send('say_line', { text, ...(textOnly === undefined ? {} : { text_only: textOnly }) })
      return replies.expectReply()
    },
    sendInterrupt: (messageId) => connection.send('client_interrupt', messageIdPayload(messageId)),
    notifyAudioPlaybackComplete: (messageId) =>
      connection.request('audio_playback_complete', messageIdPayload(messageId)).catch(() => undefined),
    startVoice: ({ pushToTalk = false } = {}) =>
      connection.request('start_voice', pushToTalk ? { turn_mode: 'push_to_talk' } : {}),
    streamAudio: (pcm16) => connection.send('stream_audio', { audio: toBase64(pcm16) }),
    stopVoice: () => connection.request('stop_voice', {}),
    subscribeEncounter: (encounterId) => connection.send('subscribe_encounter', { encounterId }),
  }
}

const imagePayload = (
  { image, mimeType }: CameraImage,
  { requestId, text, sampleRate }: CameraImageOptions,
): ClientEvents['camera_image'] => ({
  image,
  ...(mimeType !== undefined && { mime_type: mimeType }),
  ...(requestId !== undefined && { request_id: requestId }),
  ...(text && { text }),
  ...(sampleRate !== undefined && { sample_rate: sampleRate }),
})

const messageIdPayload = (messageId: string | undefined) =>
  messageId === undefined ? {} : { message_id: messageId }

function assertNotBlank(text: string): void {
  if (text.trim() === '') throw new RangeError('A blank text is never answered')
}
