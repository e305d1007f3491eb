import { EXIT } from '../errors/command-error.js'

/** Resolves at the first signal to stop. From then on, another one ends the process at once. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const told = (exitCode: number) => () => {
      if (isStopping) process.exit(exitCode)
      isStopping = true
      resolve()
    }
    process.on('SIGINT', told(EXIT.interrupted))
    process.on('SIGTERM', told(EXIT.terminated))
    // The terminal was closed.
    process.on('SIGHUP', told(EXIT.hungUp))
  })
}
