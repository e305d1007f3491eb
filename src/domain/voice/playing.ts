import { createDeferred } from './deferred.js'
import type { VoiceTimers } from './engine.js'
import type { PlaybackTracker } from './playback-tracker.js'

type PlayingDeps = {
  readonly timers: VoiceTimers
  readonly ledger: PlaybackTracker
  /** A reply counts as being played for so long after its estimated end. */
  readonly graceMs: number
}

/** How far the client is with a reply's sound: until it says so itself, what the ledger makes of the time that went by. */
export function createPlaying({ timers, ledger, graceMs }: PlayingDeps) {
  const over = createDeferred()
  let stoppedAt: number | undefined
  let isAllSent = false
  let forget = () => {}

  const watch = () => {
    const left = ledger.playedAt() - timers.elapsed() + graceMs
    forget = timers.after(Math.max(0, left), over.resolve)
  }
  const end = () => {
    forget()
    over.resolve()
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
      if (isAllSent && !over.isResolved()) watch()
    },
    /** What was heard until now stays. */
    stop: () => {
      stoppedAt ??= timers.elapsed()
      end()
    },
    complete: () => {
      if (!isAllSent || over.isResolved()) return
      ledger.complete()
      end()
    },
  }
}
