import type { ClientAction } from '../../client/create-client.js'
import { printable } from '../output/printable.js'
import type { ReplyView } from './turn.js'

/** Writes a reply as it arrives: the text, and each action on a line of its own. */
export function createReplyView(write: (text: string) => void, prefix = ''): ReplyView {
  let isMidLine = false
  const freshLine = () => {
    if (isMidLine) write('\n')
    isMidLine = false
  }
  const breakOff = () => {
    if (isMidLine) write(' …')
    freshLine()
  }
  return {
    abort: breakOff,
    text(chunk) {
      const text = printable(isMidLine ? chunk : chunk.trimStart())
      if (text === '') return
      write(isMidLine ? text : prefix + text)
      isMidLine = true
    },
    action(action) {
      freshLine()
      write(`${printable(describeAction(action))}\n`)
    },
    end({ isInterrupted }, corrected) {
      if (isInterrupted) breakOff()
      freshLine()
      if (corrected !== null) write(`${prefix}${printable(corrected)}\n`)
    },
  }
}

/** `* wave hand=left` */
export function describeAction({ name, arguments: given }: Pick<ClientAction, 'name' | 'arguments'>): string {
  const words = Object.entries(given).map(([key, value]) => `${key}=${value}`)
  return ['*', name, ...words].join(' ')
}
