import { type Connection, type ConnectionDeps, createConnection } from './connection.js'
import { createEmitter, type Emitter } from './emitter.js'
import type { ConnectionState, SessionEvents, SessionInfo } from './events.js'
import { createReplies } from './replies.js'
import type { ReplyStream } from './reply.js'
import type { SessionSettings } from './settings.js'

export type TextOptions = {
  /** No audio for this one. */
  readonly textOnly?: boolean
}

/** A player's live conversation with a character: the client operations of the contract (Events). */
export type Session = Pick<Emitter<SessionEvents>, 'on'> & {
  state(): ConnectionState
  connect(): Promise<SessionInfo>
  disconnect(): void
  /** Sends a text and gives the reply to it. A blank text is an error: the service would not answer. */
  ask(text: string, options?: TextOptions): ReplyStream
  /** Sends a text; the reply arrives as events. */
  sendText(text: string, options?: TextOptions): void
  /** Has the character say a line as it is given. */
  sayLine(text: string, options?: TextOptions): ReplyStream
  /** Stops the reply that is being given, or the one named. */
  sendInterrupt(messageId?: string): void
  notifyAudioPlaybackComplete(messageId?: string): void
  /** Has the service tell of an encounter from its beginning; of an unknown one it tells an error. */
  subscribeEncounter(encounterId: string): void
}

export function createSession(deps: Omit<ConnectionDeps, 'emitter'>, settings: SessionSettings): Session {
  const emitter = createEmitter<SessionEvents>()
  const connection: Connection = createConnection({ ...deps, emitter }, settings)
  const replies = createReplies(emitter)

  const ask = (text: string, { textOnly }: TextOptions = {}) => {
    refuseBlank(text)
    connection.send('text', { text, ...(textOnly === undefined ? {} : { textOnly }) })
    return replies.expect()
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
    sayLine(text, { textOnly } = {}) {
      refuseBlank(text)
      connection.send('say_line', { text, ...(textOnly === undefined ? {} : { text_only: textOnly }) })
      return replies.expect()
    },
    sendInterrupt: (messageId) => connection.send('client_interrupt', naming(messageId)),
    notifyAudioPlaybackComplete: (messageId) => connection.send('audio_playback_complete', naming(messageId)),
    subscribeEncounter: (encounterId) => connection.send('subscribe_encounter', { encounterId }),
  }
}

const naming = (messageId: string | undefined) => (messageId === undefined ? {} : { message_id: messageId })

function refuseBlank(text: string): void {
  if (text.trim() === '') throw new RangeError('A blank text is never answered')
}
