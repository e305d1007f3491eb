import type { ReadStream } from 'node:tty'

export type VoiceKeyListener = {
  /** The space bar. */
  onTalkKey(): void
  /** Ctrl-C. */
  onInterrupt(): void
}

/** Listens to single keys of a terminal; `left` resolves at q and at Ctrl-D. */
export function listenForVoiceKeys(
  stdin: ReadStream,
  { onTalkKey: talk, onInterrupt: interrupt }: VoiceKeyListener,
) {
  let leave: () => void = () => undefined
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  const actions = new Map([
    [' ', talk],
    ['\u0003', interrupt],
    ['\u0004', () => leave()],
    ['q', () => leave()],
  ])
  const hear = (text: string) => {
    for (const key of text) actions.get(key)?.()
  }
  stdin.setRawMode(true)
  stdin.setEncoding('utf8').on('data', hear)
  stdin.on('end', () => leave())
  stdin.resume()
  return {
    left,
    close: () => {
      stdin.off('data', hear)
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
}
