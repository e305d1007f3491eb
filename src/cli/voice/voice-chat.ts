import type { SpokenTurn } from '../../client/session/spoken-turns.js'
import type { TranscriptWriter } from '../chat/transcript.js'
import type { ChatSession, ChatTurn } from '../chat/turn.js'
import type { ReadFigures } from '../chat/turn-figures.js'
import type { Output } from '../output/output.js'
import type { Loudspeaker } from './devices/loudspeaker.js'

/** What a chat by voice works on. */
export type VoiceChat = {
  readonly talk: Omit<ChatSession, 'textOnly'>
  readonly loudspeaker: Loudspeaker
  readonly output: Output
  readonly transcript: TranscriptWriter
  readonly readFigures: ReadFigures
  readonly characterName: string
}

/** A spoken turn in the form of a typed one, for `--json` and transcripts. */
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
  actions: actions.map(({ name, arguments: values }) => ({ name, arguments: values })),
  interrupted: isInterrupted,
  error,
})

/** Whether the character said anything; a reply can fail before its first word. */
export const wasSaid = ({ reply, error }: SpokenTurn): boolean => error === null || reply !== ''

/** The reply, with a mark if it is not complete. */
export const saidText = ({ reply, isInterrupted, error }: SpokenTurn): string =>
  isInterrupted || error !== null ? `${reply} …`.trimStart() : reply
