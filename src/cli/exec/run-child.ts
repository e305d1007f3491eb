import { constants } from 'node:os'
import { execa } from 'execa'
import { CommandError } from '../errors/command-error.js'

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

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const
const BY_SIGNAL = 128

/** What a shell says of a command that signal n ended: 128 + n. */
export const signalExitCode = (signal: NodeJS.Signals): number => BY_SIGNAL + constants.signals[signal]

export type SignalForwarder = {
  /** The first one that came while nobody was there to take it. */
  readonly pendingSignal: () => NodeJS.Signals | undefined
  /** From now on each one goes to `take`. */
  forwardTo(take: (signal: NodeJS.Signals) => void): void
  release(): void
}

/** Takes every signal that would end this process, or that means something to a command that it runs. */
export function createSignalForwarder(): SignalForwarder {
  let early: NodeJS.Signals | undefined
  let take = (signal: NodeJS.Signals) => {
    early ??= signal
  }
  const caught = (signal: NodeJS.Signals) => take(signal)
  for (const signal of PASSED_ON) process.on(signal, caught)
  return {
    pendingSignal: () => early,
    forwardTo: (taker) => {
      take = taker
    },
    release: () => PASSED_ON.forEach((signal) => void process.off(signal, caught)),
  }
}
