import { execa } from 'execa'
import { CommandError } from '../errors/command-error.js'
import { type SignalForwarder, signalExitCode } from './forward-signals.js'

/** What a shell says of a command that it cannot run (POSIX, Shell & Utilities 2.8.2). */
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127

export type ChildCommand = {
  readonly words: readonly [string, ...string[]]
  /** What is added to our own environment; undefined takes away. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signals: SignalForwarder
  /** A terminal sends SIGINT and SIGQUIT to the command, too, which would get them twice. */
  readonly hasTerminal: boolean
}

/**
 * Runs a command with our own standard streams and passes on the signals that reach us. Resolves to its exit code,
 * 128 + n when signal n ended it. Throws a CommandError (126, 127) when it cannot be started.
 */
export async function runChild({ words, env, signals, hasTerminal }: ChildCommand): Promise<number> {
  const early = signals.pendingSignal()
  if (early !== undefined) return signalExitCode(early)
  const [file, ...args] = words
  const child = execa(file, args, { stdio: 'inherit', env, reject: false })
  signals.forwardTo((signal) => {
    const isKnown = hasTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT')
    if (!isKnown) child.kill(signal)
  })
  const { exitCode, signal, code, originalMessage } = await child
  if (exitCode !== undefined) return exitCode
  if (signal !== undefined) return signalExitCode(signal)
  throw cannotRun(file, code, originalMessage)
}

function cannotRun(file: string, code: string | undefined, reason: string | undefined): CommandError {
  const isMissing = code === 'ENOENT'
  return new CommandError({
    code: 'command_not_run',
    message: isMissing ? `There is no command ${file}` : `${file} cannot be run: ${reason ?? code}`,
    hint: 'Give the command after --, as in: parley exec --demo -- npm test',
    exitCode: isMissing ? NOT_FOUND : NOT_EXECUTABLE,
  })
}
