import { constants } from 'node:os'
import { execa } from 'execa'
import { CommandError } from '../errors/command-error.js'

/** The exit codes of a shell for a command that cannot be run (POSIX, Shell & Utilities 2.8.2). */
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127

export type ChildCommand = {
  readonly words: readonly [string, ...string[]]
  /** Added to our own environment; undefined removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signals: SignalForwarder
  /** A terminal sends SIGINT and SIGQUIT to the child itself, so these are not forwarded. */
  readonly hasTerminal: boolean
}

/**
 * Runs a command with our own standard streams and passes on the signals that reach us. Resolves to its exit code,
 * 128 + n when signal n ended it. Throws a CommandError (126, 127) when it cannot be started.
 */
export async function runChild({ words, env, signals, hasTerminal }: ChildCommand): Promise<number> {
  const pending = signals.pendingSignal()
  if (pending !== undefined) return signalExitCode(pending)
  const [file, ...args] = words
  const child = execa(file, args, { stdio: 'inherit', env, reject: false })
  signals.forwardTo((signal) => {
    const isSentByTerminal = hasTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT')
    if (!isSentByTerminal) child.kill(signal)
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

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const
const SIGNAL_EXIT_BASE = 128

/** The exit code of a shell for a command that signal n ended: 128 + n. */
export const signalExitCode = (signal: NodeJS.Signals): number => SIGNAL_EXIT_BASE + constants.signals[signal]

export type SignalForwarder = {
  /** The first signal that came before `forwardTo` was called. */
  readonly pendingSignal: () => NodeJS.Signals | undefined
  /** Sends each further signal to `receive`. */
  forwardTo(receive: (signal: NodeJS.Signals) => void): void
  release(): void
}

/** Catches the signals that would end this process or that a child may handle. */
export function createSignalForwarder(): SignalForwarder {
  let pending: NodeJS.Signals | undefined
  let receive = (signal: NodeJS.Signals) => {
    pending ??= signal
  }
  const listener = (signal: NodeJS.Signals) => receive(signal)
  for (const signal of FORWARDED) process.on(signal, listener)
  return {
    pendingSignal: () => pending,
    forwardTo: (receiver) => {
      receive = receiver
    },
    release: () => FORWARDED.forEach((signal) => void process.off(signal, listener)),
  }
}
