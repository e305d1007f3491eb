import { type Client, MessageRefusedError, SessionClosedError } from '../../client/create-client.js'
import { terminalSize } from '../line-editor/input-area.js'
import type { Output } from '../output/output.js'
import { printable } from '../output/printable.js'
import type { Terminal } from '../output/terminal.js'
import type { VoiceChatFlags } from '../voice/run-voice-chat.js'
import { type ChatInterruptHandler, replyStopper } from './chat-interrupt-handler.js'
import { readRecentMessages } from './chat-participants.js'
import type { Prompt } from './prompt/prompt.js'
import { lastInputIn, type OpenSession, type PlayerSession } from './session/player-session.js'
import { waitUntilConnected } from './session/reconnection.js'
import type { ChatStatusLine } from './status-line.js'
import type { TranscriptWriter } from './transcript.js'
import { type ReplyView, type TurnInput, takeTurn } from './turn.js'

/** What a chat at a terminal is held with, whoever talks. */
export type ChatContext = {
  readonly client: Client
  readonly characterId: string
  /** The character's name. */
  readonly character: string
  readonly output: Output
  readonly prompt: Prompt
  readonly view: ReplyView
  readonly statusLine: ChatStatusLine
  readonly interruption: ChatInterruptHandler
  readonly transcript: TranscriptWriter
  readonly openTalk: OpenSession
  /** How many earlier messages a player sees. */
  readonly history: number
  readonly aloud: VoiceChatFlags
  /** The terminal can move its cursor. */
  readonly isScreen: boolean
  readonly leave: () => void
}

/** Begins to talk as a player. */
export async function openPlayerSession(
  {
    client,
    characterId,
    openTalk,
    history,
  }: Pick<ChatContext, 'client' | 'characterId' | 'openTalk' | 'history'>,
  playerId: string,
): Promise<PlayerSession> {
  const talk = await openTalk({ playerId, isSpoken: false })
  const earlier = await readRecentMessages(client, { characterId, playerId }, history).catch(
    (error: unknown) => {
      talk.session.disconnect()
      throw error
    },
  )
  return { talk, playerId, earlierMessages: earlier, lastInput: lastInputIn(earlier) }
}

const CUT_OFF = 'The connection was lost before the reply was complete'

/** What goes wrong with one turn only is told, and the conversation goes on. */
export async function runTurn(
  desk: ChatContext,
  { talk, lastInput: lastSaid }: PlayerSession,
  input: TurnInput,
): Promise<void> {
  const { interruption, transcript, view, prompt, statusLine: standing } = desk
  const { session } = talk
  if (input.isScripted !== true) lastSaid.set(input)
  while (session.state() === 'reconnecting') {
    if (!(await waitUntilConnected({ session, interruption, prompt }))) return
  }
  try {
    const timed = withLatencyMeasured(view, standing.setLatency)
    const turn = await interruption.runInterruptible(replyStopper(session), () =>
      takeTurn(talk, timed, input),
    )
    if (turn.error !== null) prompt.tell(`(${printable(turn.error)})`)
    await transcript(turn)
  } catch (error) {
    view.abort()
    if (error instanceof SessionClosedError && session.state() === 'reconnecting')
      return prompt.tell(`(${CUT_OFF}${input.isScripted === true ? '' : '; /retry asks again'}.)`)
    if (!(error instanceof MessageRefusedError)) throw error
    prompt.tell(`(${printable(error.message)})`)
  }
}

/** The same view; tells how long the first text took, in milliseconds. */
function withLatencyMeasured(view: ReplyView, answered: (ms: number) => void): ReplyView {
  const asked = performance.now()
  let isAnswered = false
  return {
    ...view,
    text: (chunk) => {
      if (!isAnswered) answered(performance.now() - asked)
      isAnswered = true
      view.text(chunk)
    },
  }
}

/** The terminal as wide as it is by now. */
export const currentTerminal = ({ output: { terminal } }: Pick<ChatContext, 'output'>): Terminal => ({
  ...terminal,
  width: terminalSize(process.stdout).columns,
})
