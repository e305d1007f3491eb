import { CommandError, EXIT } from '../errors/command-error.js'

/** Ctrl-C during a wait: the first press ends the wait only, the second one ends the command at once. */
export type WaitInterruptHandler = {
  handleInterrupt(): void
  /** Runs `work` with a signal that Ctrl-C aborts; it then throws an error with the words of `resumeHint`. */
  runInterruptible<T>(resumeHint: ResumeHint, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** Says what continues without the command, and how to wait for it again. */
export type ResumeHint = { readonly message: string; readonly hint: string }

export function createWaitInterruptHandler(leave: () => void): WaitInterruptHandler {
  let current: AbortController | null = null
  return {
    handleInterrupt() {
      if (current === null || current.signal.aborted) leave()
      else current.abort()
    },
    async runInterruptible(resumeHint, work) {
      const controller = new AbortController()
      current = controller
      try {
        return await work(controller.signal)
      } catch (cause) {
        if (!controller.signal.aborted) throw cause
        throw new CommandError({ code: 'interrupted', exitCode: EXIT.interrupted, ...resumeHint })
      } finally {
        current = null
      }
    },
  }
}
