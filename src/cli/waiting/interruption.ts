import { UnreachableError } from '../../client/create-client.js'
import { CommandError, EXIT } from '../errors.js'

/** Ctrl-C while something is waited for: the first ends the waiting and no more, a second one the command at once. */
export type Interruption = {
  press(): void
  /**
   * Runs `work`, whose signal ends it; then `comeBack` says what goes on and how to see it again: also when the server
   * does not answer any more.
   */
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
        if (!controller.signal.aborted) throw isAway(cause) ? stillThere(cause, comeBack) : cause
        throw new CommandError({ code: 'interrupted', exitCode: EXIT.interrupted, ...comeBack })
      } finally {
        waiting = null
      }
    },
  }
}

const isAway = (cause: unknown): cause is UnreachableError => cause instanceof UnreachableError

const stillThere = ({ message, reason }: UnreachableError, { hint }: ComeBack): CommandError =>
  new CommandError({
    code: reason === 'timeout' ? 'timeout' : 'unreachable',
    message,
    exitCode: EXIT.unreachable,
    hint: `What was begun goes on when the server is there again. ${hint}`,
  })
