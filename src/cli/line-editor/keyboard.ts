import type { ReadStream } from 'node:tty'
import { type Key, readKeys } from './keys.js'

/** An escape after which nothing comes for so long was the key of that name, which does nothing. */
const ESCAPE_MS = 500

type KeyboardListener = {
  readonly onKey: (key: Key) => void
  /** The terminal is gone. */
  readonly onEnd: () => void
}

/** Hears each key of a terminal; the function it returns lets go of the terminal. */
export function listenForKeys(
  stdin: ReadStream,
  { onKey: hear, onEnd: ended }: KeyboardListener,
): () => void {
  let pending = ''
  let forget: NodeJS.Timeout | undefined
  const take = (input: string) => {
    clearTimeout(forget)
    const { keys, rest } = readKeys(pending + input)
    pending = rest
    if (rest === '\u001b') forget = setTimeout(take, ESCAPE_MS, '\u0000')
    for (const key of keys) hear(key)
  }
  stdin.setRawMode(true)
  stdin.setEncoding('utf8').on('data', take).on('end', ended)
  stdin.resume()
  return () => {
    clearTimeout(forget)
    stdin.off('data', take).off('end', ended)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
