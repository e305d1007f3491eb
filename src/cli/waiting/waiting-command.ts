import { ParleyCommand } from '../base-command.js'
import { EXIT } from '../errors/command-error.js'
import { exitOnSignals } from '../exit-on-signals.js'
import { createInterruption } from './interruption.js'
import { completeWait } from './wait-flags.js'

const SHOW_CURSOR = '\u001b[?25h'

/** A command that may wait for what the service does in the background. */
export abstract class WaitingCommand extends ParleyCommand {
  protected readonly interruption = createInterruption(leave)

  protected override async init(): Promise<void> {
    this.argv = completeWait(this.argv)
    await super.init()
  }

  protected override installSignalHandlers(): void {
    exitOnSignals(this.interruption.press)
  }
}

function leave(): never {
  // The rows of progress hide it.
  if (process.stderr.isTTY) process.stderr.write(SHOW_CURSOR)
  return process.exit(EXIT.interrupted)
}
