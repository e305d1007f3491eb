import { EXIT } from './errors/command-error.js'

/**
 * Ends the process when the outside no longer wants it: a signal, or a reader that closed the pipe. The exit codes are
 * those that shells expect.
 */
export function exitOnSignals(onInterrupt: () => void = () => process.exit(EXIT.interrupted)): void {
  process.on('SIGINT', onInterrupt)
  process.once('SIGTERM', () => process.exit(EXIT.terminated))
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
  })
}
