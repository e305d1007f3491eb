import { CommandError, EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { type ChatInterruptHandler, replyStopper } from './chat-interrupt-handler.js'
import { turnsFailedError } from './failed-turn.js'
import { createReplyView } from './reply-view.js'
import { reportReconnection, untilReconnected } from './session/reconnection.js'
import { createReplyWriter } from './streaming-word-wrap.js'
import type { TranscriptWriter } from './transcript.js'
import {
  type AttachedImage,
  type ChatSession,
  type ChatTurn,
  type ReplyView,
  type TurnInput,
  takeTurn,
} from './turn.js'
import type { ReadFigures } from './turn-figures.js'

export type ScriptedChat = {
  readonly talk: ChatSession
  readonly output: Output
  readonly interruption: ChatInterruptHandler
  readonly transcript: TranscriptWriter
  readonly readFigures: ReadFigures
  /** Whether the terminal, if standard output is one, can move its cursor. */
  readonly canMoveCursor: boolean
}

/**
 * Takes one turn per line and skips blank lines. The image goes with the first line, or without text if there is none.
 * Throws after the last line if a turn failed.
 */
export async function runScriptedChat(
  { talk, output, interruption, transcript, readFigures, canMoveCursor }: ScriptedChat,
  lines: AsyncIterable<string> | Iterable<string>,
  image?: AttachedImage,
): Promise<void> {
  const view = output.isJson ? SILENT : createReplyView(createReplyWriter(process.stdout, canMoveCursor))
  reportReconnection(talk.session, output)
  const turns: ChatTurn[] = []
  for await (const input of turnInputs(lines, image)) {
    while (talk.session.state() === 'reconnecting') await untilReconnected(talk.session)
    const turn = await interruption
      .runInterruptible(replyStopper(talk.session), () => takeTurn(talk, view, input))
      .finally(view.abort)
    const figures = await readFigures(turn)
    output.event({ event: 'turn', ...turn, ...(figures && { trace: figures.json }) }, () => '')
    if (figures !== undefined) output.note(figures.render(output.terminal))
    await transcript(turn)
    turns.push(turn)
    if (turn.error !== null && !isSingleLine(lines)) output.warn(turn.error)
    if (turn.interrupted) throw interruptedError()
  }
  const failure = turnsFailedError(talk.baseUrl, turns)
  if (failure !== undefined) throw failure
}

/** The error of a single line is not a warning as well: the command fails with it. */
const isSingleLine = (lines: AsyncIterable<string> | Iterable<string>): boolean =>
  Array.isArray(lines) && lines.length === 1

async function* turnInputs(
  lines: AsyncIterable<string> | Iterable<string>,
  image: AttachedImage | undefined,
): AsyncGenerator<TurnInput> {
  let unsent = image
  for await (const text of lines) {
    if (text.trim() === '') continue
    yield { text, image: unsent }
    unsent = undefined
  }
  if (unsent !== undefined) yield { text: '', image: unsent }
}

const ignore = () => undefined
const SILENT: ReplyView = { text: ignore, action: ignore, abort: ignore, end: ignore }

const interruptedError = (): CommandError =>
  new CommandError({ code: 'interrupted', message: 'Interrupted', exitCode: EXIT.interrupted })
