import type { Log } from '../../../domain/log.js'

type DutiesDeps = {
  /** There was no other member when this one came. */
  readonly isAlone: boolean
  readonly log: Log
}

/** The oldest member has the duties, for as long as it lives. */
export function createDuties({ isAlone, log }: DutiesDeps) {
  const waiting: (() => Promise<unknown>)[] = []
  const tidying: (() => Promise<unknown>)[] = []
  let areTaken = isAlone
  let isFinished = false
  /** One after the other: two of them may find the same that was left behind. */
  let last: Promise<unknown> = Promise.resolve()
  const run = (all: readonly (() => Promise<unknown>)[]) => {
    for (const each of all) {
      last = last
        .then(() => (isFinished ? undefined : each()))
        .catch((error: unknown) => log.error('What only one of several servers does has failed', { error }))
    }
  }
  return {
    /** Begins nothing any more, and resolves when what has begun is over. */
    async finish() {
      isFinished = true
      await last
    },
    async whenTaken(begin: () => Promise<unknown>) {
      if (areTaken) await begin()
      else waiting.push(begin)
    },
    onGone: (tidy: () => Promise<unknown>) => void tidying.push(tidy),
    take() {
      if (!areTaken) log.info('This server is the oldest of those that serve the database now')
      areTaken = true
      run(waiting.splice(0))
    },
    tidyUp() {
      if (areTaken) run(tidying)
    },
  }
}
