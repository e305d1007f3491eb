import type { ReadStream } from 'node:tty'

export type VoiceKeyListener = {
  /** The space bar. */
  onTalkKey(): void
  /** Ctrl-C. */
  onInterrupt(): void
}

/** Reads single keys of a terminal in raw mode; `left` resolves at q and at Ctrl-D. */
export function listenForVoiceKeys(stdin: ReadStream, { onTalkKey, onInterrupt }: VoiceKeyListener) {
  let leave: () => void = () => undefined
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  const actions = new Map([
    [' ', onTalkKey],
    ['\u0003', onInterrupt],
    ['\u0004', () => leave()],
    ['q', () => leave()],
  ])
  const readKeys = (text: string) => {
    for (const key of text) actions.get(key)?.()
  }
  stdin.setRawMode(true)
  stdin.setEncoding('utf8').on('data', readKeys)
  stdin.on('end', () => leave())
  stdin.resume()
  return {
    left,
    close: () => {
      stdin.off('data', readKeys)
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
}

/** Calls `due` after `ms`, unless the returned function is called first. */
type Schedule = (ms: number, due: () => void) => () => void

type TalkKeyListener = { press(): void; release(): void }

/** A held key repeats about every 30 ms; two taps are further apart. */
const REPEAT_MS = 80
/** Longer than any interval between two repeats. */
const RELEASE_MS = 250

/**
 * Push-to-talk with a key of a terminal, which reports that a key is pressed, but not that it is released. A held key
 * repeats, and counts as released when the repeats stop. A tap opens the microphone until the next tap.
 */
export function createPushToTalkKey(after: Schedule, { press, release }: TalkKeyListener) {
  let state: 'up' | 'down' | 'repeated-once' | 'held' = 'up'
  let cancel = () => {}
  const up = () => {
    state = 'up'
    release()
  }
  return {
    isDown: () => state !== 'up',
    /** Forgets the key, because the turn has ended otherwise. */
    reset: (): void => {
      cancel()
      state = 'up'
    },
    hit: (): void => {
      cancel()
      if (state === 'up') {
        state = 'down'
        press()
      } else if (state === 'down') {
        // Either a second tap, or the first repeat of a held key: the next repeat decides.
        state = 'repeated-once'
        cancel = after(REPEAT_MS, up)
      } else {
        state = 'held'
        cancel = after(RELEASE_MS, up)
      }
    },
  }
}
