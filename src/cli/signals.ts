import { EXIT } from './errors.js'

type Signals = Pick<NodeJS.Process, 'once' | 'exit'>

/** A client command that is told to stop stops at once, with the exit code shells expect. */
export function exitOnSignals(signals: Signals = process): void {
  signals.once('SIGINT', () => signals.exit(EXIT.interrupted))
  signals.once('SIGTERM', () => signals.exit(EXIT.terminated))
}
