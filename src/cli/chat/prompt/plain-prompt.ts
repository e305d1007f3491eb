import { createInterface } from 'node:readline'
import { printableColoured } from '../../output/printable.js'
import { PROMPTS, type Prompt, type PromptSettings } from './prompt.js'

type PromptStreams = { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream }

/** Wide enough that nothing is cut: the terminal does not say how wide it is, or cannot be trusted. */
const COLUMNS = 1000

/** For a terminal that cannot move its cursor: it edits the lines itself, and everything is written one after the other. */
export function createPlainPrompt(
  { stdin, stdout }: PromptStreams,
  { status }: Pick<PromptSettings, 'status'>,
): Prompt {
  const typed: string[] = []
  let waiting: ((text: string | null) => void) | null = null
  let isOver = false
  let begun = ''
  let told = ''
  const lines = createInterface({ input: stdin, terminal: false })
  const hand = (text: string | null) => {
    const wanted = waiting
    waiting = null
    wanted?.(text)
    return wanted !== null
  }
  const ask = () => stdout.write(begun === '' ? PROMPTS.first : PROMPTS.next)
  lines.on('line', (line) => {
    const text = begun + line
    const goesOn = text.endsWith('\\')
    begun = goesOn ? `${text.slice(0, -1)}\n` : ''
    if (goesOn && waiting !== null) ask()
    if (!goesOn && !hand(text)) typed.push(text)
  })
  lines.on('close', () => {
    isOver = true
    if (hand(null)) stdout.write('\n')
  })
  const tellStatus = () => {
    const now = status(COLUMNS)
    if (now !== told) stdout.write(`${now}\n`)
    told = now
  }
  const tell = (text: string) => {
    const shown = printableColoured(text)
    stdout.write(waiting === null ? `${shown}\n` : `\n${shown}\n`)
    if (waiting !== null) ask()
  }
  return {
    async next() {
      const ahead = typed.shift()
      if (ahead !== undefined) stdout.write(`${PROMPTS.first}${ahead}\n`)
      if (ahead !== undefined || isOver) return ahead ?? null
      tellStatus()
      ask()
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    tell,
    notice: (text) => void (text !== '' && tell(text)),
    // What changes while somebody types is told before the next line is asked for.
    refreshStatus: () => undefined,
    setHistory: () => undefined,
    releaseTerminalDuring: (work) => work(),
    close: () => lines.close(),
  }
}
