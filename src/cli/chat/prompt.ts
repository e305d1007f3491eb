import { type Block, createBlock, sizeOf } from '../line-editor/block.js'
import { settledText } from '../line-editor/frame.js'
import { holdTerminal, type Terminal } from '../line-editor/hold-terminal.js'
import { suspend } from '../line-editor/suspend.js'
import { createTyping, type TypingSettings } from '../line-editor/typing.js'
import { listed } from './listed.js'

export const PROMPTS = { first: 'you> ', next: '...> ' }

export type Prompt = {
  /** The next text that is typed, of one line or several; null once the input has ended. */
  next(): Promise<string | null>
  /** Writes a line without spoiling what is being typed. */
  tell(text: string): void
  /** The status is another. */
  refresh(): void
  /** Lines for the arrow keys behind those that were typed here, the latest first. */
  recall(entries: readonly string[]): void
  /** Lets go of the terminal while somebody else uses it. */
  aside<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

export type PromptSettings = Pick<TypingSettings, 'complete'> & {
  /** What stands beneath the line that is typed, in at most so many columns. */
  readonly status: (columns: number) => string
  readonly onInterrupt: () => void
}

/**
 * A line editor at the terminal. Between two prompts nothing that is typed shows, so that it cannot mix with a reply;
 * it is kept for the next prompt.
 */
export function createPrompt(terminal: Terminal, { status, complete, onInterrupt }: PromptSettings): Prompt {
  const { stdout } = terminal
  const block = createBlock({ stdout, prompts: PROMPTS, status })
  const texts = createTexts(block)
  const typing = createTyping({
    block,
    complete,
    isAsked: texts.isAsked,
    typed: texts.typed,
    offer: (choices) => block.tell(listed(choices, sizeOf(stdout).columns)),
    requests: {
      interrupt: () => {
        block.leave()
        onInterrupt()
      },
      end: texts.end,
      clear: block.clear,
      suspend: () => {
        release()
        stdout.write('\n')
        suspend(() => {
          release = hold()
          typing.show()
        })
      },
    },
  })
  const hold = () => holdTerminal(terminal, { block, hear: typing.hear, ended: texts.end })
  let release = hold()

  return {
    next: async () => {
      const ahead = texts.ahead()
      if (ahead !== undefined && ahead !== null) stdout.write(`${settledText(ahead, PROMPTS)}\n`)
      if (ahead !== undefined) return ahead
      const text = texts.next()
      typing.show()
      return text
    },
    tell: block.tell,
    refresh: typing.show,
    recall: typing.recall,
    aside: async (work) => {
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

/** Whole texts, between the one who types and the one who waits for them. */
function createTexts(block: Block) {
  const waitingTexts: string[] = []
  let wanted: ((text: string | null) => void) | null = null
  let isOver = false
  const hand = (text: string | null) => {
    const take = wanted
    wanted = null
    if (take !== null) block.settle()
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
