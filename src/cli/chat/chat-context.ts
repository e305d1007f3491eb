import { type Client, MessageRefusedError, SessionClosedError } from '../../client/create-client.js'
import { describeFailure } from '../errors/describe-failure.js'
import { terminalSize } from '../line-editor/input-area.js'
import type { Output } from '../output/output.js'
import { printable } from '../output/printable.js'
import type { Terminal } from '../output/terminal.js'
import type { WithStaff } from '../turns/staff-access.js'
import type { VoiceChatFlags } from '../voice/voice-flags.js'
import { type ChatInterruptHandler, replyStopper } from './chat-interrupt-handler.js'
import { readRecentMessages } from './chat-participants.js'
import { failureText } from './failed-turn.js'
import type { Prompt } from './prompt/prompt.js'
import { lastInputIn, type OpenSession, type PlayerSession } from './session/player-session.js'
import { waitUntilConnected } from './session/reconnection.js'
import type { ChatStatusLine } from './status-line.js'
import type { TranscriptWriter } from './transcript.js'
import { type ReplyView, type TurnInput, takeTurn } from './turn.js'
import type { ReadFigures } from './turn-figures.js'

/** What a chat at a terminal and its slash commands work on, whoever the player is. */
export type ChatContext = {
  readonly client: Client
  readonly characterId: string
  readonly characterName: string
  readonly output: Output
  readonly prompt: Prompt
  readonly view: ReplyView
  readonly statusLine: ChatStatusLine
  readonly interruption: ChatInterruptHandler
  readonly transcript: TranscriptWriter
  readonly openSession: OpenSession
  /** How many earlier messages are shown. */
  readonly history: number
  readonly voiceFlags: VoiceChatFlags
  readonly canMoveCursor: boolean
  /** Turns are explained to staff. */
  readonly withStaff: WithStaff
  readonly readFigures: ReadFigures
  readonly leave: () => void
}

/** Opens a session as a player, with the latest messages of the conversation. */
export async function openPlayerSession(
  {
    client,
    characterId,
    openSession,
    history,
  }: Pick<ChatContext, 'client' | 'characterId' | 'openSession' | 'history'>,
  playerId: string,
): Promise<PlayerSession> {
  const talk = await openSession({ playerId, isSpoken: false })
  const earlierMessages = await readRecentMessages(client, { characterId, playerId }, history).catch(
    (error: unknown) => {
      talk.session.disconnect()
      throw error
    },
  )
  return { talk, playerId, earlierMessages, lastInput: lastInputIn(earlierMessages) }
}

const CONNECTION_LOST_IN_REPLY = 'The connection was lost before the reply was complete'

/** Takes a turn. An error that concerns only this turn is printed, and the conversation goes on. */
export async function runTurn(
  context: ChatContext,
  { talk, lastInput }: PlayerSession,
  input: TurnInput,
): Promise<void> {
  const { interruption, transcript, view, prompt, statusLine } = context
  const { session } = talk
  if (input.isScripted !== true) lastInput.set(input)
  while (session.state() === 'reconnecting') {
    if (!(await waitUntilConnected({ session, interruption, prompt }))) return
  }
  try {
    const timedView = withLatencyMeasured(view, statusLine.setLatency)
    const turn = await interruption.runInterruptible(replyStopper(session), () =>
      takeTurn(talk, timedView, input),
    )
    if (turn.error !== null) prompt.tell(failureText(talk.baseUrl, { error: turn.error }))
    await transcript(turn)
    const figures = await context.readFigures(turn)
    if (figures !== undefined) prompt.tell(figures.render(currentTerminal(context)))
  } catch (error) {
    view.abort()
    if (error instanceof SessionClosedError && session.state() === 'reconnecting')
      return prompt.tell(
        `(${CONNECTION_LOST_IN_REPLY}${input.isScripted === true ? '' : '; /retry asks again'}.)`,
      )
    if (!(error instanceof MessageRefusedError)) throw error
    prompt.tell(`(${printable(error.message)})`)
  }
}

/** The same view; calls `onLatency` with the milliseconds until the first text. */
function withLatencyMeasured(view: ReplyView, onLatency: (ms: number) => void): ReplyView {
  const started = performance.now()
  let hasText = false
  return {
    ...view,
    text: (chunk) => {
      if (!hasText) onLatency(performance.now() - started)
      hasText = true
      view.text(chunk)
    },
  }
}

/** The terminal with its current width, which may have changed since the start. */
export const currentTerminal = ({ output: { terminal } }: Pick<ChatContext, 'output'>): Terminal => ({
  ...terminal,
  width: terminalSize(process.stdout).columns,
})

/** Prints an error so that the chat can go on. An internal error is thrown again and ends the chat. */
export function printFailure({ tell }: Pick<Prompt, 'tell'>, error: unknown): void {
  const { code, message, hint } = describeFailure(error)
  if (code === 'internal_error') throw error
  tell([message, ...(hint === null ? [] : [hint])].map((part) => `(${printable(part)})`).join('\n'))
}
