import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'

const PROMPT = 'you> '

export type Prompt = {
  /** The next line that is typed; null once the input has ended. */
  next(): Promise<string | null>
  /** Writes a line without spoiling what is being typed. */
  tell(text: string): void
  close(): void
}

type PromptSettings = {
  /** Lines for the arrow keys, the latest first. */
  readonly history: readonly string[]
  onInterrupt(): void
}

type Terminal = { readonly stdin: NodeJS.ReadableStream; readonly stdout: WriteStream }

/**
 * A line editor at the terminal. Between two prompts nothing that is typed shows, so that it cannot mix with a reply;
 * it is kept for the next prompt.
 */
export function createPrompt({ stdin, stdout }: Terminal, { history, onInterrupt }: PromptSettings): Prompt {
  const typed: string[] = []
  let waiting: ((line: string | null) => void) | null = null
  let isClosed = false
  const screen = createScreen(stdout, () => waiting !== null)
  const editor = createInterface({
    input: stdin,
    output: screen,
    terminal: true,
    prompt: PROMPT,
    history: [...history],
    historySize: 500,
  })
  const hand = (line: string | null) => {
    const wanted = waiting
    waiting = null
    wanted?.(line)
    return wanted !== null
  }
  editor.on('line', (line) => hand(line) || typed.push(line))
  editor.on('SIGINT', () => {
    if (waiting) stdout.write('\n')
    onInterrupt()
  })
  editor.on('close', () => {
    isClosed = true
    if (hand(null)) stdout.write('\n')
  })

  return {
    async next() {
      const ahead = typed.shift()
      if (ahead !== undefined) stdout.write(`${PROMPT}${ahead}\n`)
      if (ahead !== undefined || isClosed) return ahead ?? null
      return new Promise((resolve) => {
        waiting = resolve
        editor.prompt(true)
      })
    },
    tell(text) {
      if (waiting) stdout.write('\r\u001b[J')
      stdout.write(`${text}\n`)
      if (waiting) editor.prompt(true)
    },
    close: () => editor.close(),
  }
}

/** Standard output as the line editor sees it: as wide, but deaf while nothing is asked. */
function createScreen(stdout: WriteStream, isAsking: () => boolean): Writable {
  const screen = new Writable({
    write(chunk, _encoding, done) {
      if (isAsking()) stdout.write(chunk)
      done()
    },
  })
  Object.defineProperty(screen, 'columns', { get: () => stdout.columns })
  stdout.on('resize', () => screen.emit('resize'))
  return screen
}
