import type { ClientAction } from '../../client/create-client.js'
import { printable } from '../output/printable.js'
import type { ReplyView } from './turn.js'

/** Writes a reply as it arrives: its text, and each action on its own line; each begins with its prefix. */
export function createReplyView(write: (text: string) => void, prefix = '', actionPrefix = ''): ReplyView {
  let isMidLine = false
  const endLine = () => {
    if (isMidLine) write('\n')
    isMidLine = false
  }
  const abort = () => {
    if (isMidLine) write(' …')
    endLine()
  }
  return {
    abort,
    text(chunk) {
      const text = printable(isMidLine ? chunk : chunk.trimStart())
      if (text === '') return
      write(isMidLine ? text : prefix + text)
      isMidLine = true
    },
    action(action) {
      endLine()
      write(`${actionPrefix}${printable(describeAction(action))}\n`)
    },
    end({ isInterrupted, error }, corrected) {
      if (isInterrupted || error !== null) abort()
      endLine()
      if (corrected !== null) write(`${prefix}${printable(corrected)}\n`)
    },
  }
}

/** For example `* wave hand=left`. */
export function describeAction({
  name,
  arguments: values,
}: Pick<ClientAction, 'name' | 'arguments'>): string {
  const words = Object.entries(values).map(([key, value]) => `${key}=${value}`)
  return ['*', name, ...words].join(' ')
}
