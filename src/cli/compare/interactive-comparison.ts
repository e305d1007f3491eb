import { parseInput } from '../chat/commands/slash-command.js'
import { createPlainPrompt } from '../chat/prompt/plain-prompt.js'
import { createPrompt, type Prompt, type PromptSettings } from '../chat/prompt/prompt.js'
import { rejectOnSessionEnd } from '../chat/session/reconnection.js'
import type { AttachedImage } from '../chat/turn.js'
import { terminalSize } from '../line-editor/input-area.js'
import { printableLine } from '../output/printable.js'
import { truncateToWidth } from '../output/text-width.js'
import { renderPrompt } from '../turns/prompt-view.js'
import { renderReasons } from '../turns/turn-view.js'
import { type ComparedTurn, type ComparisonTalk, compareMessage } from './scripted-comparison.js'

type InteractiveComparison = ComparisonTalk & {
  readonly image: AttachedImage | undefined
  readonly canMoveCursor: boolean
  readonly leave: () => void
}

const HELP = `Each message goes to both sides.
/why [a|b] explains the last replies, /prompt [a|b] shows their prompts; at the end they are gone.
/help shows this, /quit or Ctrl-D leaves; //text says a text that begins with a slash.
Ctrl-C stops both replies.`

/** Talks to both sides at a terminal, until the user leaves or both are lost. Returns what was said. */
export async function runInteractiveComparison(
  talk: InteractiveComparison,
): Promise<readonly ComparedTurn[]> {
  const { sides, image } = talk
  const prompt = openPrompt(talk)
  const turns: ComparedTurn[] = []
  // One side that ends is reported at the next message, and the other goes on.
  const ends = sides.map(({ talk: { session } }) =>
    rejectOnSessionEnd(session).catch((error: unknown) => error),
  )
  const bothEnded = Promise.all(ends).then(([error]) => Promise.reject(error))
  bothEnded.catch(() => undefined)
  try {
    if (image !== undefined) turns.push(await compareMessage(talk, { text: '', image }))
    for (;;) {
      const input = await Promise.race([prompt.next(), bothEnded])
      const text =
        input === null ? null : textToSay(prompt, input, (form, side) => explain(talk, turns, { form, side }))
      if (text === null) return turns
      if (text !== '') turns.push(await compareMessage(talk, { text }))
    }
  } finally {
    prompt.close()
  }
}

/** The text for the characters; empty if the input was a command or blank, null to leave. */
function textToSay(
  { tell }: Pick<Prompt, 'tell'>,
  input: string,
  explained: (form: Form, side: string) => string,
): string | null {
  const parsed = parseInput(input)
  if (parsed.kind === 'text') return parsed.text.trim() === '' ? '' : parsed.text
  if (parsed.name === 'quit') return null
  if (parsed.name === 'help') tell(HELP)
  else if (parsed.name === 'why' || parsed.name === 'prompt')
    tell(explained(parsed.name, parsed.argument.trim()))
  else
    tell(`(There is no command /${printableLine(parsed.name)} in a comparison; nothing was sent. See /help.)`)
  return ''
}

type Form = 'why' | 'prompt'

/** The traces of the last message, of one side or of both. */
function explain(
  { output: { terminal } }: ComparisonTalk,
  turns: readonly ComparedTurn[],
  { form, side }: { readonly form: Form; readonly side: string },
): string {
  if (!['', 'a', 'b'].includes(side)) return `(/${form} [a|b])`
  const last = (turns.at(-1) ?? []).filter((turn) => side === '' || turn.side === side)
  if (last.length === 0) return '(Nothing was said yet)'
  const current = { ...terminal, width: terminalSize(process.stdout).columns }
  const render = form === 'why' ? renderReasons : renderPrompt
  return last
    .map(({ side: name, explained }) =>
      [
        terminal.colour.bold(`--- ${name}`),
        explained === null ? '(This turn has left no trace.)' : render(current, explained),
      ].join('\n'),
    )
    .join('\n\n')
}

function openPrompt({ sides, output, interruption, canMoveCursor, leave }: InteractiveComparison): Prompt {
  const { dim } = output.terminal.colour
  const names = sides.map(({ name, title }) => `${name} ${title}`).join(' · ')
  const settings: PromptSettings = {
    status: (columns) => dim(truncateToWidth(`[${names}]`, columns)),
    complete: () => ({ word: '', options: [] }),
    onInterrupt: interruption.handleInterrupt,
    onLeave: leave,
  }
  return canMoveCursor ? createPrompt(process, settings) : createPlainPrompt(process, settings)
}
