import { createConditionVariable } from './condition-variable.js'

/** Pieces that come one after another, for as many readers as there are, each from the beginning. */
export interface ReplayBuffer {
  add(piece: string): void
  end(): void
  isEnded(): boolean
  /** Characters. */
  size(): number
  read(): AsyncIterable<string>
}

export function createReplayBuffer(): ReplayBuffer {
  const all: string[] = []
  const more = createConditionVariable()
  let size = 0
  let isOver = false
  return {
    add: (piece) => {
      all.push(piece)
      size += piece.length
      more.wake()
    },
    end: () => {
      isOver = true
      more.wake()
    },
    isEnded: () => isOver,
    size: () => size,
    async *read() {
      for (let at = 0; ; ) {
        const piece = all[at]
        if (piece !== undefined) {
          at += 1
          yield piece
        } else if (isOver) return
        else await more.wait()
      }
    },
  }
}
