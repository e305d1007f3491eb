import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

export type Watchdog = {
  /** Starts the time limit of a stage; the stage before it has ended. The input is kept as a file if this one hangs. */
  enter(name: string, input: object): void
  stop(): Promise<void>
}

type Settings = {
  readonly stageMs: number
  readonly totalMs: number
  readonly failureFile: string
  /** Removed when the process is ended. */
  readonly scratch: string
}

/**
 * Ends the process when a stage or the whole run exceeds its limit, and prints which stage that was and where the main
 * thread is. It runs in its own thread, so that an endless loop in the main thread cannot stop it.
 */
export function createWatchdog(settings: Settings): Watchdog {
  const worker = new Worker(resolve('test/fuzz/watchdog.worker.js'), { workerData: settings, execArgv: [] })
  worker.unref()
  return {
    enter: (name, input) => worker.postMessage({ name, input, since: Date.now() }),
    stop: async () => void (await worker.terminate()),
  }
}

/** For tests, whose runner has limits of its own. */
export const NO_WATCHDOG: Watchdog = { enter() {}, async stop() {} }
