import { CommandError, EXIT } from '../errors/command-error.js'

/** Ctrl-C while something is waited for: the first ends the waiting and no more, a second one the command at once. */
export type Interruption = {
  press(): void
  /** Runs `work`, whose signal ends it; then `comeBack` says what goes on and how to see it again. */
  during<T>(comeBack: ComeBack, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export type ComeBack = { readonly message: string; readonly hint: string }

export function createInterruption(leave: () => void): Interruption {
  let waiting: AbortController | null = null
  return {
    press() {
      if (waiting === null || waiting.signal.aborted) leave()
      else waiting.abort()
    },
    async during(comeBack, work) {
      const controller = new AbortController()
      waiting = controller
      try {
        return await work(controller.signal)
      } catch (cause) {
        if (!controller.signal.aborted) throw cause
        throw new CommandError({ code: 'interrupted', exitCode: EXIT.interrupted, ...comeBack })
      } finally {
        waiting = null
      }
    },
  }
}
