import type { Timers } from '../../domain/clock.js'
import type { Patience } from './provider.js'

export type Overdue = 'late' | 'stalled' | 'too_long'

export interface Watch {
  /** Aborts when the reply is not wanted any more, or a limit has passed. */
  readonly signal: AbortSignal
  /** The limit that has passed. */
  overdue(): Overdue | undefined
  /** A request went out: the first token is awaited. */
  asked(): void
  /** A token came: nothing is awaited while the listener is busy with it. */
  heard(): void
  /** The next token is awaited. */
  listening(): void
  /** Ends the watch, and with it whatever request is still open. */
  end(): void
}

/** Times one reply. */
export function createWatch(
  { timers }: { timers: Pick<Timers, 'after'> },
  { firstTokenSeconds, idleSeconds, totalSeconds }: Patience,
  wanted: AbortSignal,
): Watch {
  const stop = new AbortController()
  let overdue: Overdue | undefined
  let isWaiting = false
  let relax = () => {}

  const abort = (why: string) => stop.abort(new DOMException(why, 'AbortError'))
  const giveUp = (why: Overdue) => () => {
    overdue = why
    abort(why)
  }
  const wait = (seconds: number, why: Overdue) => {
    relax()
    isWaiting = true
    relax = timers.after(seconds * 1000, giveUp(why))
  }

  const relaxTotal = timers.after(totalSeconds * 1000, giveUp('too_long'))
  const end = (why: string) => {
    relax()
    relaxTotal()
    abort(why)
  }
  const leave = () => end('unwanted')
  if (wanted.aborted) leave()
  else wanted.addEventListener('abort', leave, { once: true })

  return {
    signal: stop.signal,
    overdue: () => overdue,
    asked: () => wait(firstTokenSeconds, 'late'),
    heard: () => {
      relax()
      isWaiting = false
    },
    listening: () => {
      if (!isWaiting) wait(idleSeconds, 'stalled')
    },
    end: () => {
      wanted.removeEventListener('abort', leave)
      end('over')
    },
  }
}
