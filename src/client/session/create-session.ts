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
  /** No audio for this one. */
  readonly textOnly?: boolean
}

export type VoiceOptions = {
  /** A turn ends when the button is let go (`stopVoice`), not with a silence. Holds until the session ends. */
  readonly pushToTalk?: boolean
}

export type CameraImage = {
  /** Base64 of a JPEG, PNG or WebP. */
  readonly image: string
  readonly mimeType?: string
}

export type CameraImageOptions = {
  /** Of the request that it answers. */
  readonly requestId?: string
  /** What the player says with it. */
  readonly text?: string
  /** Hz of the spoken reply. */
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
  /** Sends a text and gives the reply to it. A blank text is an error: the service would not answer. */
  ask(text: string, options?: TextOptions): ReplyStream
  /** Sends a text; the reply arrives as events. */
  sendText(text: string, options?: TextOptions): void
  /** Shows a picture, with or without a text, and gives the reply to it. */
  show(picture: CameraImage, text?: string): ReplyStream
  /** Sends a picture; the reply arrives as events. With the id of a request (`cameraCaptureRequest`) it answers that. */
  sendCameraImage(picture: CameraImage, options?: CameraImageOptions): void
  /** Has the character say a line as it is given. */
  sayLine(text: string, options?: TextOptions): ReplyStream
  /** Stops the reply that is being given, or the one named. */
  sendInterrupt(messageId?: string): void
  /** Resolves once the service knows, or will not any more: who leaves before is taken to have missed the rest. */
  notifyAudioPlaybackComplete(messageId?: string): Promise<void>
  /** Opens the ear; resolves when it is open. Why it is not comes before as `voiceError`. */
  startVoice(options?: VoiceOptions): Promise<void>
  /** Sends what the microphone heard: 16-bit little-endian mono at `recordingSampleRate`. */
  streamAudio(pcm16: Uint8Array): void
  /** Closes the ear; resolves when what was said until then is told. */
  stopVoice(): Promise<void>
  /** Has the service tell of an encounter from its beginning; of an unknown one it tells an error. */
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
    show(picture, text = '') {
      connection.send('camera_image', imagePayload(picture, { text }))
      return replies.expectReply()
    },
    sendCameraImage(picture, options = {}) {
      connection.send('camera_image', imagePayload(picture, options))
      // One that answers a request has no reply of its own: the one that asked goes on.
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
