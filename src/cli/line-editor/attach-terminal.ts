import type { ReadStream, WriteStream } from 'node:tty'
import type { InputArea } from './input-area.js'
import { listenForKeys } from './keyboard.js'
import type { PressedKey } from './keys.js'

export type TerminalStreams = { readonly stdin: ReadStream; readonly stdout: WriteStream }

type TerminalUser = {
  readonly block: InputArea
  readonly onKey: (key: PressedKey) => void
  /** The terminal is gone. */
  readonly onEnd: () => void
}

const PASTE_IN_BRACKETS = '\u001b[?2004h'
const PASTE_AS_TYPED = '\u001b[?2004l'

/** Takes a terminal for a line editor; the function it returns gives it back as it was, as the process's end does. */
export function attachTerminal(
  { stdin, stdout }: TerminalStreams,
  { block, onKey: hear, onEnd: ended }: TerminalUser,
): () => void {
  const letGo = listenForKeys(stdin, {
    onKey: (key) => (key.name === 'kind' ? block.setDeviceAttributes(key.kind) : hear(key)),
    onEnd: ended,
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
