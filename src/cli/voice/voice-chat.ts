import type { SpokenTurn } from '../../client/session/spoken-turns.js'
import type { TranscriptWriter } from '../chat/transcript.js'
import type { ChatSession, ChatTurn } from '../chat/turn.js'
import type { Output } from '../output/output.js'
import type { Loudspeaker } from './devices/loudspeaker.js'

/** A conversation by voice, and where it is told. */
export type VoiceChat = {
  readonly talk: Omit<ChatSession, 'textOnly'>
  readonly loudspeaker: Loudspeaker
  readonly output: Output
  readonly transcript: TranscriptWriter
  /** The character's name. */
  readonly character: string
}

/** As a typed turn is told. */
export const toChatTurn = ({
  messageId,
  input,
  reply,
  actions,
  isInterrupted,
  error,
}: SpokenTurn): ChatTurn => ({
  input,
  reply,
  messageId,
  actions: actions.map(({ name, arguments: given }) => ({ name, arguments: given })),
  interrupted: isInterrupted,
  error,
})
