import { createWaiting } from './waiting.js'

/** Pieces that come one after another, for as many readers as there are, each from the beginning. */
export interface Tape {
  add(piece: string): void
  end(): void
  isOver(): boolean
  /** Characters. */
  size(): number
  pieces(): AsyncIterable<string>
}

export function createTape(): Tape {
  const all: string[] = []
  const more = createWaiting()
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
    isOver: () => isOver,
    size: () => size,
    async *pieces() {
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
