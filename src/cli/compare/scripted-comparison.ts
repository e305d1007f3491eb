import type { ChatInterruptHandler } from '../chat/chat-interrupt-handler.js'
import { replyStopper } from '../chat/chat-interrupt-handler.js'
import { PROMPTS } from '../chat/prompt/prompt.js'
import type { AttachedImage, ReplyView, TurnInput } from '../chat/turn.js'
import { createFiguresRenderer, type Figure, selectFigures } from '../chat/turn-figures.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { printable, printableLine } from '../output/printable.js'
import { interruptedError } from './cleanup.js'
import type { SideName, Sides } from './comparison-side.js'
import type { ComparisonView } from './comparison-view.js'
import { areBothLost, type SideTurn, type SideView, takeBothTurns } from './side-turn.js'

/** What both sides made of one message. */
export type ComparedTurn = readonly [SideTurn, SideTurn]

export type ComparisonTalk = {
  readonly sides: Sides
  readonly view: ComparisonView
  readonly output: Output
  readonly interruption: ChatInterruptHandler
  readonly signal: AbortSignal
  /** What `--show` tells of each reply, below it. */
  readonly figures: readonly Figure[]
}

/** Says one message to both sides and shows the replies. Ctrl-C stops both. */
export async function compareMessage(
  { sides, view, output, interruption, signal, figures }: ComparisonTalk,
  input: TurnInput,
  onRateLimit?: (side: SideName) => void,
): Promise<ComparedTurn> {
  const views = output.isJson ? SILENT_VIEWS : view.openReplies()
  const stop = () => sides.forEach(({ talk }) => void replyStopper(talk.session)())
  const turns = await interruption.runInterruptible(stop, () =>
    takeBothTurns(sides, views, { input, signal, onRateLimit }),
  )
  if (!output.isJson) view.closeReplies(turns)
  if (figures.length > 0) for (const turn of turns) output.note(figuresOf(output, turn, figures))
  return turns
}

/**
 * Says each line to both sides, and skips blank ones; the image goes with the first. Yields what came of each. Ends early
 * when both sides are lost.
 */
export async function* compareLines(
  talk: ComparisonTalk,
  lines: AsyncIterable<string> | Iterable<string>,
  image?: AttachedImage,
): AsyncGenerator<ComparedTurn> {
  const { output, sides } = talk
  const isEchoed = !output.isJson && process.stdout.isTTY === true
  const onRateLimit = rateLimitNotice(output)
  let message = 0
  for await (const text of lines) {
    if (text.trim() === '') continue
    message += 1
    if (isEchoed) process.stdout.write(`\n${PROMPTS.first}${printable(text)}\n`)
    const input = message === 1 ? { text, image } : { text }
    const turns = await compareMessage(talk, input, onRateLimit)
    for (const { side, explained, ...turn } of turns) {
      const trace = explained && { ...turn.trace, ...selectFigures(explained, talk.figures) }
      output.event({ event: 'turn', side, message, ...turn, trace }, () => '')
    }
    yield turns
    if (turns.some(({ interrupted }) => interrupted)) throw interruptedError()
    if (areBothLost(sides)) return
  }
}

function figuresOf({ terminal }: Output, { side, explained }: SideTurn, figures: readonly Figure[]): string {
  if (explained === null) return `${side}: (this turn has left no trace)`
  const inner = { ...terminal, width: terminal.width - SIDE_PREFIX }
  const lines = createFiguresRenderer(figures)(inner, explained).split('\n')
  return lines.map((line, at) => `${at === 0 ? `${side}: ` : '   '}${line}`).join('\n')
}

const SIDE_PREFIX = 'a: '.length

/** Said once, because many messages may have to wait. */
function rateLimitNotice({ note }: Output): (side: SideName) => void {
  let isTold = false
  return () => {
    if (!isTold) note('(too many messages in a minute; waiting until the service takes more)')
    isTold = true
  }
}

/**
 * Thrown after all lines, because a later turn may succeed; undefined when none failed. `llm` is the language model of the
 * copy, if it has its own: `doctor` does not know it.
 */
export function turnsFailedError(
  turns: readonly ComparedTurn[],
  llm: string | undefined,
): CommandError | undefined {
  const failed = turns.flat().filter(({ error }) => error !== null)
  const last = failed.at(-1)
  if (last === undefined) return undefined
  const which = failed.length === 1 ? 'A reply failed' : `${failed.length} replies failed, the last one`
  return new CommandError({
    code: 'turn_failed',
    message: `${which} (${last.side}): ${last.error}`,
    hint:
      last.side === 'b' && llm !== undefined
        ? `\`parley models --llm ${printableLine(llm)}\` asks its provider.`
        : '`parley doctor` checks the models.',
    exitCode: EXIT.failed,
  })
}

const ignore = () => undefined
const SILENT: ReplyView = { text: ignore, action: ignore, abort: ignore, end: ignore }
const SILENT_VIEWS: readonly [SideView, SideView] = [
  { ...SILENT, settle: ignore },
  { ...SILENT, settle: ignore },
]
