import type { VoiceTimers } from './engine.js'
import { createGate } from './gate.js'
import type { Ledger } from './ledger.js'

type PlayingDeps = {
  readonly timers: VoiceTimers
  readonly ledger: Ledger
  /** A reply counts as being played for so long after its estimated end. */
  readonly graceMs: number
}

/** How far the client is with a reply's sound: until it says so itself, what the ledger makes of the time that went by. */
export function createPlaying({ timers, ledger, graceMs }: PlayingDeps) {
  const over = createGate()
  let stoppedAt: number | undefined
  let isAllSent = false
  let forget = () => {}

  const watch = () => {
    const left = ledger.playedAt() - timers.elapsed() + graceMs
    forget = timers.after(Math.max(0, left), over.open)
  }
  const end = () => {
    forget()
    over.open()
  }
  return {
    over,
    heard: (said: string): string => ledger.heard(said, stoppedAt ?? timers.elapsed()),
    allSent: () => {
      isAllSent = true
      ledger.close()
      watch()
    },
    /** Whoever speaks over its end has not let it end. */
    pause: () => forget(),
    resume: () => {
      if (isAllSent && !over.isOpen()) watch()
    },
    /** What was heard until now stays. */
    stop: () => {
      stoppedAt ??= timers.elapsed()
      end()
    },
    complete: () => {
      if (!isAllSent || over.isOpen()) return
      ledger.complete()
      end()
    },
  }
}
