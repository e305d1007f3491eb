import { stripVTControlCharacters } from 'node:util'
import { attachTerminal, type TerminalStreams } from '../../line-editor/attach-terminal.js'
import { committedText } from '../../line-editor/frame.js'
import { createInputArea, type InputArea, terminalSize } from '../../line-editor/input-area.js'
import type { PressedKey } from '../../line-editor/keys.js'
import { createLineInput, type LineInputSettings } from '../../line-editor/line-input.js'
import { printableLine } from '../../output/printable.js'
import { wrapText } from '../../output/table.js'
import { displayWidth } from '../../output/text-width.js'

export const PROMPTS = { first: 'you> ', next: '...> ' }

export type Prompt = {
  /** The next text that the user submits, of one or more lines; null once the input has ended. */
  next(): Promise<string | null>
  /** Writes lines above what is being typed. */
  tell(text: string): void
  /** Shows a line above what is being typed, until the next notice replaces it; an empty text removes it. */
  notice(text: string): void
  /** Shows the current status. */
  refreshStatus(): void
  /** Older entries for the arrow keys, after those of this prompt; the latest first. */
  setHistory(entries: readonly string[]): void
  /** Releases the terminal while `work` uses it. */
  releaseTerminalDuring<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

export type PromptSettings = Pick<LineInputSettings, 'complete'> & {
  /** The line below the input, in at most this many columns. */
  readonly status: (columns: number) => string
  /** Called for Ctrl-C while no input is awaited. */
  readonly onInterrupt: () => void
  /** Called for the second Ctrl-C at an empty line. */
  readonly onLeave: () => void
}

/**
 * A line editor at the terminal. What is typed while no input is awaited is not shown, so that it cannot mix with a
 * reply; it appears at the next prompt.
 */
export function createPrompt(
  terminal: TerminalStreams,
  { status, complete, onInterrupt, onLeave }: PromptSettings,
): Prompt {
  const { stdout } = terminal
  const inputArea = createInputArea({ stdout, prompts: PROMPTS, status })
  const queue = createInputQueue(inputArea)
  const notices = createNoticeArea(inputArea)
  const lineInput = createLineInput({
    inputArea,
    complete,
    isPrompting: queue.isAwaited,
    onSubmit: queue.submit,
    showChoices: (choices) => inputArea.tell(formatChoices(choices, terminalSize(stdout).columns)),
    requests: {
      interrupt: () => {
        if (!queue.isAwaited()) return inputArea.hideDuring(onInterrupt)
        if (lineInput.discard()) return
        if (!notices.isLeaveAnnounced()) return notices.announceLeave(true)
        inputArea.leaveAsIs()
        onLeave()
      },
      end: queue.end,
      clear: inputArea.clear,
      suspend: () => {
        release()
        stdout.write('\n')
        suspendProcess(() => {
          release = attach()
          lineInput.show()
        })
      },
    },
  })
  const handleKey = (key: PressedKey) => {
    if (key.name !== 'interrupt') notices.announceLeave(false)
    lineInput.handleKey(key)
  }
  const attach = () => attachTerminal(terminal, { inputArea, onKey: handleKey, onEnd: queue.end })
  let release = attach()

  return {
    next: async () => {
      const queued = queue.takeQueued()
      if (queued !== undefined && queued !== null) stdout.write(`${committedText(queued, PROMPTS)}\n`)
      if (queued !== undefined) return queued
      const text = queue.next()
      lineInput.show()
      return text
    },
    tell: (text) => inputArea.tell(wrapLongLines(text, terminalSize(stdout).columns)),
    notice: notices.show,
    refreshStatus: lineInput.show,
    setHistory: lineInput.setHistory,
    releaseTerminalDuring: async (work) => {
      release()
      return work().finally(() => {
        release = attach()
      })
    },
    close: () => {
      queue.end()
      release()
    },
  }
}

/** Wraps lines that are wider than the terminal at words; other lines keep their spaces. */
const wrapLongLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) =>
      displayWidth(stripVTControlCharacters(line)) <= columns ? [line] : wrapText(line, columns - 1),
    )
    .join('\n')

const LEAVE_HINT = '(Press Ctrl-C again to leave.)'

/** The lines above the input: the notice of the chat, and after Ctrl-C at an empty line the hint how to leave. */
function createNoticeArea(inputArea: InputArea) {
  let notice = ''
  let isAnnounced = false
  const draw = () =>
    inputArea.showNotice([notice, isAnnounced ? LEAVE_HINT : ''].filter((text) => text !== '').join('\n'))
  return {
    show: (text: string) => {
      notice = text
      draw()
    },
    isLeaveAnnounced: () => isAnnounced,
    announceLeave: (announced: boolean) => {
      if (announced === isAnnounced) return
      isAnnounced = announced
      draw()
    },
  }
}

/** Holds submitted texts until the next one is awaited. */
function createInputQueue(inputArea: InputArea) {
  const queued: string[] = []
  let waiting: ((text: string | null) => void) | null = null
  let isOver = false
  const deliver = (text: string | null) => {
    const resolve = waiting
    waiting = null
    if (resolve !== null) inputArea.commitLine()
    resolve?.(text)
    return resolve !== null
  }
  return {
    isAwaited: () => waiting !== null,
    submit: (text: string) => void (deliver(text) || queued.push(text)),
    end: () => {
      isOver = true
      deliver(null)
    },
    /** A text that was submitted before it was awaited; null once the input has ended; else undefined. */
    takeQueued: () => queued.shift() ?? (isOver ? null : undefined),
    next: () =>
      new Promise<string | null>((resolve) => {
        waiting = resolve
      }),
  }
}

const MAX_CHOICES = 40

/** Lists completions in rows; a long list is cut. */
export function formatChoices(words: readonly string[], columns: number): string {
  const more = words.length > MAX_CHOICES ? [`… and ${words.length - MAX_CHOICES} more`] : []
  return wrapText([...words.slice(0, MAX_CHOICES).map(printableLine), ...more].join('  '), columns).join('\n')
}

/** If nothing stops the process, it continues after this time. */
const NOT_STOPPED_MS = 100

/** Stops the process as Ctrl-Z does in a shell, and calls `resume` when it continues. */
export function suspendProcess(resume: () => void): void {
  const wake = () => {
    clearTimeout(timeout)
    process.off('SIGCONT', wake)
    resume()
  }
  const timeout = setTimeout(wake, NOT_STOPPED_MS)
  process.on('SIGCONT', wake)
  if (process.platform !== 'win32') process.kill(process.pid, 'SIGTSTP')
}
