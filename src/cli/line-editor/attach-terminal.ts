import type { ReadStream, WriteStream } from 'node:tty'
import type { InputArea } from './input-area.js'
import { type Key, type PressedKey, readKeys } from './keys.js'

export type TerminalStreams = { readonly stdin: ReadStream; readonly stdout: WriteStream }

type TerminalUser = {
  readonly inputArea: InputArea
  readonly onKey: (key: PressedKey) => void
  /** Called when the terminal is closed. */
  readonly onEnd: () => void
}

const ENABLE_BRACKETED_PASTE = '\u001b[?2004h'
const DISABLE_BRACKETED_PASTE = '\u001b[?2004l'

/** Attaches a line editor to a terminal. The returned function restores the terminal, as does the end of the process. */
export function attachTerminal(
  { stdin, stdout }: TerminalStreams,
  { inputArea, onKey, onEnd }: TerminalUser,
): () => void {
  const stopListening = listenForKeys(stdin, {
    onKey: (key) =>
      key.name === 'device-attributes' ? inputArea.setDeviceAttributes(key.attributes) : onKey(key),
    onEnd,
  })
  const restore = () => {
    inputArea.leaveAsIs()
    stdout.write(DISABLE_BRACKETED_PASTE)
  }
  stdout.write(ENABLE_BRACKETED_PASTE)
  stdout.on('resize', inputArea.handleResize)
  process.on('exit', restore)
  return () => {
    stopListening()
    restore()
    stdout.off('resize', inputArea.handleResize)
    process.off('exit', restore)
  }
}

/** An escape that nothing follows within this time was the Escape key, which does nothing. */
const ESCAPE_MS = 500

type KeyboardListener = {
  readonly onKey: (key: Key) => void
  /** Called when the terminal is closed. */
  readonly onEnd: () => void
}

/** Reads keys from a terminal in raw mode until the returned function is called. */
export function listenForKeys(stdin: ReadStream, { onKey, onEnd }: KeyboardListener): () => void {
  let pending = ''
  let escapeTimeout: NodeJS.Timeout | undefined
  const readInput = (input: string) => {
    clearTimeout(escapeTimeout)
    const { keys, rest } = readKeys(pending + input)
    pending = rest
    if (rest === '\u001b') escapeTimeout = setTimeout(readInput, ESCAPE_MS, '\u0000')
    for (const key of keys) onKey(key)
  }
  stdin.setRawMode(true)
  stdin.setEncoding('utf8').on('data', readInput).on('end', onEnd)
  stdin.resume()
  return () => {
    clearTimeout(escapeTimeout)
    stdin.off('data', readInput).off('end', onEnd)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
