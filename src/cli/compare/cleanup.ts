import { CommandError, EXIT } from '../errors/command-error.js'

type Acquisition<T> = {
  readonly create: () => Promise<T>
  readonly undo: (made: T) => Promise<void>
  /** What is left, and how to remove it, in case `undo` fails. */
  readonly describeRest: (made: T) => string
}

/** Removes what a comparison made, however it ends. */
export type Cleanup = {
  /** Creates something that `run` removes again, even if `run` is called before it exists. */
  acquire<T>(acquisition: Acquisition<T>): Promise<T>
  /** Undoes everything, the latest first; what cannot be undone is reported. Further calls wait for the first. */
  run(): Promise<void>
}

export function createCleanup(warn: (text: string) => void): Cleanup {
  const undos: (() => Promise<void>)[] = []
  let running: Promise<void> | null = null
  const undoAll = async () => {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) await undo()
  }
  return {
    acquire({ create, undo, describeRest }) {
      if (running !== null) throw interruptedError()
      const pending = create()
      undos.push(async () => {
        const made = await pending.then(
          (value) => ({ value }),
          // What could not be created need not be removed.
          () => null,
        )
        if (made === null) return
        await undo(made.value).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          warn(`${describeRest(made.value)} (${reason})`)
        })
      })
      return pending
    },
    run() {
      running ??= undoAll()
      return running
    },
  }
}

export const interruptedError = (): CommandError =>
  new CommandError({ code: 'interrupted', message: 'Interrupted', exitCode: EXIT.interrupted })
