import { CommandError, EXIT } from '../errors.js'
import type { Output } from '../output.js'
import { type Interruption, stopReply } from './interruption.js'
import { createPlainView } from './plain-view.js'
import { reportReconnection, untilReconnected } from './reconnection.js'
import type { Transcript } from './transcript.js'
import { type Input, type ReplyView, type ShownPicture, type Talk, takeTurn } from './turn.js'
import { replyWriter } from './word-wrap.js'

export type Chat = {
  readonly talk: Talk
  readonly output: Output
  readonly interruption: Interruption
  readonly transcript: Transcript
  /** The terminal, if there is one, can move its cursor. */
  readonly isScreen: boolean
}

/**
 * Holds a conversation whose lines are all there already: each line is a turn, blank ones are passed over. The picture
 * goes with the first, or without a word when there is none.
 */
export async function playLines(
  { talk, output, interruption, transcript, isScreen }: Chat,
  lines: AsyncIterable<string> | Iterable<string>,
  picture?: ShownPicture,
): Promise<void> {
  const view = output.isJson ? SILENT : createPlainView(replyWriter(process.stdout, isScreen))
  reportReconnection(talk.session, output)
  for await (const input of inputsOf(lines, picture)) {
    while (talk.session.state() === 'reconnecting') await untilReconnected(talk.session)
    const turn = await interruption
      .during(stopReply(talk.session), () => takeTurn(talk, view, input))
      .finally(view.breakOff)
    output.event({ event: 'turn', ...turn }, () => '')
    await transcript(turn)
    if (turn.error !== null) output.warn(turn.error)
    if (turn.interrupted) throw interrupted()
  }
}

async function* inputsOf(
  lines: AsyncIterable<string> | Iterable<string>,
  picture: ShownPicture | undefined,
): AsyncGenerator<Input> {
  let unseen = picture
  for await (const text of lines) {
    if (text.trim() === '') continue
    yield { text, picture: unseen }
    unseen = undefined
  }
  if (unseen !== undefined) yield { text: '', picture: unseen }
}

const ignore = () => undefined
const SILENT: ReplyView = { text: ignore, action: ignore, breakOff: ignore, end: ignore }

const interrupted = (): CommandError =>
  new CommandError({ code: 'interrupted', message: 'Interrupted', exitCode: EXIT.interrupted })
