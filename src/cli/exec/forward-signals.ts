import { constants } from 'node:os'

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
