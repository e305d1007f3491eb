import { BoundedError, truncateMessage } from '../../contract/bounded-error.js'
import { printable } from '../output/printable.js'

/** Exit codes of commands (docs/cli-guide.md). */
export const EXIT = {
  failed: 1,
  usage: 2,
  inputNeeded: 4,
  unreachable: 7,
  finishedWithFailures: 68,
  stillRunning: 69,
  thresholdFailed: 99,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const

type CommandErrorParts = {
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** The HTTP status, when the error is a refusal by the service. */
  readonly status?: number
  readonly exitCode: number
}

/** A failure that a command detects itself, with a hint on how to resolve it. */
export class CommandError extends BoundedError {
  override readonly name = 'CommandError'
  readonly code: string
  readonly hint: string | null
  readonly status: number | null
  readonly exitCode: number

  constructor({ code, message, hint, status, exitCode }: CommandErrorParts) {
    super(message)
    this.code = code
    this.hint = hint === undefined ? null : truncateMessage(hint)
    this.status = status ?? null
    this.exitCode = exitCode
  }
}

export const usageError = (message: string, hint?: string): CommandError =>
  new CommandError({ code: 'usage', message, exitCode: EXIT.usage, ...(hint === undefined ? {} : { hint }) })

export const inputNeededError = (message: string, hint: string): CommandError =>
  new CommandError({ code: 'input_needed', message, hint, exitCode: EXIT.inputNeeded })

const MAX_MATCHES_SHOWN = 10

/** The error for a name that matches several records; `many` is their noun in the plural. */
export const ambiguousNameError = (
  words: string,
  many: string,
  matches: readonly { readonly id: string; readonly name: string }[],
): CommandError =>
  new CommandError({
    code: 'ambiguous',
    message: `"${words}" matches several ${many}:\n${matches
      .slice(0, MAX_MATCHES_SHOWN)
      .map(({ id, name }) => `  ${id}  ${printable(name)}`)
      .join('\n')}`,
    hint: 'Use the id instead.',
    exitCode: EXIT.failed,
  })
