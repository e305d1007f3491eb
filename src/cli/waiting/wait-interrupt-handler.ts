import { CommandError, EXIT } from '../errors/command-error.js'

/** Ctrl-C while something is waited for: the first ends the waiting and no more, a second one the command at once. */
export type WaitInterruptHandler = {
  handleInterrupt(): void
  /** Runs `work`, whose signal ends it; then `comeBack` says what goes on and how to see it again. */
  runInterruptible<T>(comeBack: ResumeHint, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export type ResumeHint = { readonly message: string; readonly hint: string }

export function createWaitInterruptHandler(leave: () => void): WaitInterruptHandler {
  let waiting: AbortController | null = null
  return {
    handleInterrupt() {
      if (waiting === null || waiting.signal.aborted) leave()
      else waiting.abort()
    },
    async runInterruptible(comeBack, work) {
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
