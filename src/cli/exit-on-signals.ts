import { EXIT } from './errors/command-error.js'

/**
 * Exits on SIGINT, on SIGTERM, and when the reader of standard output has closed the pipe. The exit codes are those that
 * shells expect.
 */
export function exitOnSignals(onInterrupt: () => void = () => process.exit(EXIT.interrupted)): void {
  process.on('SIGINT', onInterrupt)
  process.once('SIGTERM', () => process.exit(EXIT.terminated))
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
  })
}
