import { stripVTControlCharacters } from 'node:util'
import { attachTerminal, type TerminalStreams } from '../../line-editor/attach-terminal.js'
import { committedText } from '../../line-editor/frame.js'
import { createInputArea, type InputArea, terminalSize } from '../../line-editor/input-area.js'
import type { PressedKey } from '../../line-editor/keys.js'
import { createLineInput, type LineInputSettings } from '../../line-editor/line-input.js'
import { suspendProcess } from '../../line-editor/suspend.js'
import { wrapText } from '../../output/table.js'
import { displayWidth } from '../../output/text-width.js'
import { formatChoices } from './format-choices.js'

export const PROMPTS = { first: 'you> ', next: '...> ' }

export type Prompt = {
  /** The next text that is typed, of one line or several; null once the input has ended. */
  next(): Promise<string | null>
  /** Writes a line without spoiling what is being typed. */
  tell(text: string): void
  /** Shows a line above what is typed until the next one takes its place; empty: none. */
  notice(text: string): void
  /** The status is another. */
  refreshStatus(): void
  /** Lines for the arrow keys behind those that were typed here, the latest first. */
  setHistory(entries: readonly string[]): void
  /** Lets go of the terminal while somebody else uses it. */
  releaseTerminalDuring<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

export type PromptSettings = Pick<LineInputSettings, 'complete'> & {
  /** What stands beneath the line that is typed, in at most so many columns. */
  readonly status: (columns: number) => string
  /** Ctrl-C while nothing is asked for. */
  readonly onInterrupt: () => void
  /** The second Ctrl-C at an empty line. */
  readonly onLeave: () => void
}

/**
 * A line editor at the terminal. Between two prompts nothing that is typed shows, so that it cannot mix with a reply;
 * it is kept for the next prompt.
 */
export function createPrompt(
  terminal: TerminalStreams,
  { status, complete, onInterrupt, onLeave }: PromptSettings,
): Prompt {
  const { stdout } = terminal
  const block = createInputArea({ stdout, prompts: PROMPTS, status })
  const texts = createInputQueue(block)
  const notices = createNoticeArea(block)
  const typing = createLineInput({
    block,
    complete,
    isPrompting: texts.isAsked,
    onSubmit: texts.typed,
    showChoices: (choices) => block.tell(formatChoices(choices, terminalSize(stdout).columns)),
    requests: {
      interrupt: () => {
        if (!texts.isAsked()) return block.hideDuring(onInterrupt)
        if (typing.discard()) return
        if (!notices.isLeaveAnnounced()) return notices.announceLeave(true)
        block.leaveAsIs()
        onLeave()
      },
      end: texts.end,
      clear: block.clear,
      suspend: () => {
        release()
        stdout.write('\n')
        suspendProcess(() => {
          release = hold()
          typing.show()
        })
      },
    },
  })
  const hear = (key: PressedKey) => {
    if (key.name !== 'interrupt') notices.announceLeave(false)
    typing.handleKey(key)
  }
  const hold = () => attachTerminal(terminal, { block, onKey: hear, onEnd: texts.end })
  let release = hold()

  return {
    next: async () => {
      const ahead = texts.ahead()
      if (ahead !== undefined && ahead !== null) stdout.write(`${committedText(ahead, PROMPTS)}\n`)
      if (ahead !== undefined) return ahead
      const text = texts.next()
      typing.show()
      return text
    },
    tell: (text) => block.tell(wrapLongLines(text, terminalSize(stdout).columns)),
    notice: notices.show,
    refreshStatus: typing.show,
    setHistory: typing.setHistory,
    releaseTerminalDuring: async (work) => {
      release()
      return work().finally(() => {
        release = hold()
      })
    },
    close: () => {
      texts.end()
      release()
    },
  }
}

/** Breaks lines that the terminal would break within words; others keep their spaces. */
const wrapLongLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) =>
      displayWidth(stripVTControlCharacters(line)) <= columns ? [line] : wrapText(line, columns - 1),
    )
    .join('\n')

const LEAVE_HINT = '(Press Ctrl-C again to leave.)'

/** What stands above the line: the notice of the chat, and after a Ctrl-C at an empty line what another one does. */
function createNoticeArea(block: InputArea) {
  let notice = ''
  let isAnnounced = false
  const draw = () =>
    block.showNotice([notice, isAnnounced ? LEAVE_HINT : ''].filter((text) => text !== '').join('\n'))
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

/** Whole texts, between the one who types and the one who waits for them. */
function createInputQueue(block: InputArea) {
  const waitingTexts: string[] = []
  let wanted: ((text: string | null) => void) | null = null
  let isOver = false
  const hand = (text: string | null) => {
    const take = wanted
    wanted = null
    if (take !== null) block.commitLine()
    take?.(text)
    return take !== null
  }
  return {
    isAsked: () => wanted !== null,
    typed: (text: string) => void (hand(text) || waitingTexts.push(text)),
    end: () => {
      isOver = true
      hand(null)
    },
    /** What was typed before it was asked for; null: nothing will come. */
    ahead: () => waitingTexts.shift() ?? (isOver ? null : undefined),
    next: () =>
      new Promise<string | null>((resolve) => {
        wanted = resolve
      }),
  }
}
