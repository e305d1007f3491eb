import { CommandError, EXIT } from '../errors.js'
import type { Output } from '../output.js'
import type { Interruption } from './interruption.js'
import { createPlainView } from './plain-view.js'
import type { Transcript } from './transcript.js'
import { type ReplyView, type Talk, takeTurn } from './turn.js'

export type Chat = {
  readonly talk: Talk
  readonly output: Output
  readonly interruption: Interruption
  readonly transcript: Transcript
}

/** Holds a conversation whose lines are all there already: each line is a turn, blank ones are passed over. */
export async function playLines(
  { talk, output, interruption, transcript }: Chat,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const view = output.isJson ? SILENT : createPlainView((text) => void process.stdout.write(text))
  for await (const line of lines) {
    if (line.trim() === '') continue
    const turn = await interruption
      .during(talk.session, () => takeTurn(talk, view, line))
      .finally(view.breakOff)
    output.event({ event: 'turn', ...turn }, () => '')
    await transcript(turn)
    if (turn.error !== null) output.warn(turn.error)
    if (turn.interrupted) throw interrupted()
  }
}

const ignore = () => undefined
const SILENT: ReplyView = { text: ignore, action: ignore, breakOff: ignore, end: ignore }

const interrupted = (): CommandError =>
  new CommandError({ code: 'interrupted', message: 'Interrupted', exitCode: EXIT.interrupted })
