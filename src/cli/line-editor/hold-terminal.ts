import type { ReadStream, WriteStream } from 'node:tty'
import type { InputArea } from './input-area.js'
import { hearKeys } from './keyboard.js'
import type { Typed } from './keys.js'

export type Terminal = { readonly stdin: ReadStream; readonly stdout: WriteStream }

type Holder = {
  readonly block: InputArea
  readonly hear: (key: Typed) => void
  /** The terminal is gone. */
  readonly ended: () => void
}

const PASTE_IN_BRACKETS = '\u001b[?2004h'
const PASTE_AS_TYPED = '\u001b[?2004l'

/** Takes a terminal for a line editor; the function it returns gives it back as it was, as the process's end does. */
export function holdTerminal({ stdin, stdout }: Terminal, { block, hear, ended }: Holder): () => void {
  const letGo = hearKeys(stdin, {
    hear: (key) => (key.name === 'kind' ? block.setDeviceAttributes(key.kind) : hear(key)),
    ended,
  })
  const giveBack = () => {
    block.leaveAsIs()
    stdout.write(PASTE_AS_TYPED)
  }
  stdout.write(PASTE_IN_BRACKETS)
  stdout.on('resize', block.handleResize)
  process.on('exit', giveBack)
  return () => {
    letGo()
    giveBack()
    stdout.off('resize', block.handleResize)
    process.off('exit', giveBack)
  }
}
