import { EXIT } from './errors/command-error.js'

/** Ends the process with this exit code; without one, with `process.exitCode`. */
export type Exit = (code?: number) => void

/**
 * Exits on SIGINT, on SIGTERM, and when the reader of standard output has closed the pipe. The exit codes are those that
 * shells expect. A command that must clean up first passes an `exit` of its own.
 */
export function exitOnSignals(
  onInterrupt: () => void = () => process.exit(EXIT.interrupted),
  exit: Exit = exitProcess,
): void {
  process.on('SIGINT', onInterrupt)
  process.once('SIGTERM', () => exit(EXIT.terminated))
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') exit()
  })
}

/** Node takes an `undefined` that is passed for an exit code of 0. */
export const exitProcess: Exit = (code) => (code === undefined ? process.exit() : process.exit(code))
