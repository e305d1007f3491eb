import { createInterface } from 'node:readline'
import { printableColoured } from '../../output/printable.js'
import { PROMPTS, type Prompt, type PromptSettings } from './prompt.js'

type PromptStreams = { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream }

/** Wide enough that nothing is cut: such a terminal may report no width, or a wrong one. */
const COLUMNS = 1000

/** A prompt for a terminal that cannot move its cursor: the terminal edits lines itself, and output is only appended. */
export function createPlainPrompt(
  { stdin, stdout }: PromptStreams,
  { status }: Pick<PromptSettings, 'status'>,
): Prompt {
  const queue: string[] = []
  let waiting: ((text: string | null) => void) | null = null
  let isOver = false
  /** The lines before a continuation. */
  let begun = ''
  let shownStatus = ''
  const lines = createInterface({ input: stdin, terminal: false })
  const deliver = (text: string | null) => {
    const resolve = waiting
    waiting = null
    resolve?.(text)
    return resolve !== null
  }
  const ask = () => stdout.write(begun === '' ? PROMPTS.first : PROMPTS.next)
  lines.on('line', (line) => {
    const text = begun + line
    const isContinued = text.endsWith('\\')
    begun = isContinued ? `${text.slice(0, -1)}\n` : ''
    if (isContinued && waiting !== null) ask()
    if (!isContinued && !deliver(text)) queue.push(text)
  })
  lines.on('close', () => {
    isOver = true
    if (deliver(null)) stdout.write('\n')
  })
  const writeStatus = () => {
    const current = status(COLUMNS)
    if (current !== shownStatus) stdout.write(`${current}\n`)
    shownStatus = current
  }
  const tell = (text: string) => {
    const shown = printableColoured(text)
    stdout.write(waiting === null ? `${shown}\n` : `\n${shown}\n`)
    if (waiting !== null) ask()
  }
  return {
    async next() {
      const queued = queue.shift()
      if (queued !== undefined) stdout.write(`${PROMPTS.first}${queued}\n`)
      if (queued !== undefined || isOver) return queued ?? null
      writeStatus()
      ask()
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    tell,
    notice: (text) => void (text !== '' && tell(text)),
    // A change of the status is printed before the next prompt.
    refreshStatus: () => undefined,
    setHistory: () => undefined,
    releaseTerminalDuring: (work) => work(),
    close: () => lines.close(),
  }
}
