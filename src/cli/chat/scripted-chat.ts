import { CommandError, EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { type ChatInterruptHandler, replyStopper } from './chat-interrupt-handler.js'
import { createReplyView } from './reply-view.js'
import { reportReconnection, untilReconnected } from './session/reconnection.js'
import { createReplyWriter } from './streaming-word-wrap.js'
import type { TranscriptWriter } from './transcript.js'
import { type AttachedImage, type ChatSession, type ReplyView, type TurnInput, takeTurn } from './turn.js'

export type ScriptedChat = {
  readonly talk: ChatSession
  readonly output: Output
  readonly interruption: ChatInterruptHandler
  readonly transcript: TranscriptWriter
  /** The terminal, if there is one, can move its cursor. */
  readonly isScreen: boolean
}

/**
 * Holds a conversation whose lines are all there already: each line is a turn, blank ones are passed over. The picture
 * goes with the first, or without a word when there is none.
 */
export async function runScriptedChat(
  { talk, output, interruption, transcript, isScreen }: ScriptedChat,
  lines: AsyncIterable<string> | Iterable<string>,
  picture?: AttachedImage,
): Promise<void> {
  const view = output.isJson ? SILENT : createReplyView(createReplyWriter(process.stdout, isScreen))
  reportReconnection(talk.session, output)
  const failed: string[] = []
  for await (const input of inputsOf(lines, picture)) {
    while (talk.session.state() === 'reconnecting') await untilReconnected(talk.session)
    const turn = await interruption
      .runInterruptible(replyStopper(talk.session), () => takeTurn(talk, view, input))
      .finally(view.abort)
    output.event({ event: 'turn', ...turn }, () => '')
    await transcript(turn)
    if (turn.error !== null) failed.push(turn.error)
    if (turn.error !== null && !isSingleLine(lines)) output.warn(turn.error)
    if (turn.interrupted) throw interrupted()
  }
  if (failed.length > 0) throw turnsFailed(failed)
}

/** What is said once is told once: by the failure of the command. */
const isSingleLine = (lines: AsyncIterable<string> | Iterable<string>): boolean =>
  Array.isArray(lines) && lines.length === 1

/** All lines are said first: one failure may pass. The replies are there, but they are not the character's. */
function turnsFailed(errors: readonly string[]): CommandError {
  const message =
    errors.length === 1 ? errors[0] : `${errors.length} turns failed, the last one: ${errors.at(-1)}`
  return new CommandError({ code: 'turn_failed', message: message ?? '', exitCode: EXIT.failed })
}

async function* inputsOf(
  lines: AsyncIterable<string> | Iterable<string>,
  picture: AttachedImage | undefined,
): AsyncGenerator<TurnInput> {
  let unseen = picture
  for await (const text of lines) {
    if (text.trim() === '') continue
    yield { text, image: unseen }
    unseen = undefined
  }
  if (unseen !== undefined) yield { text: '', image: unseen }
}

const ignore = () => undefined
const SILENT: ReplyView = { text: ignore, action: ignore, abort: ignore, end: ignore }

const interrupted = (): CommandError =>
  new CommandError({ code: 'interrupted', message: 'Interrupted', exitCode: EXIT.interrupted })
