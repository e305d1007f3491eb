import { ParleyCommand } from '../base-command.js'
import { EXIT } from '../errors/command-error.js'
import { exitOnSignals } from '../exit-on-signals.js'
import { expandBareWaitFlag } from './wait-flags.js'
import { createWaitInterruptHandler } from './wait-interrupt-handler.js'

const SHOW_CURSOR = '\u001b[?25h'

/** A command that may wait for background work of the service. */
export abstract class WaitingCommand extends ParleyCommand {
  protected readonly interruption = createWaitInterruptHandler(leave)

  protected override async init(): Promise<void> {
    this.argv = expandBareWaitFlag(this.argv)
    await super.init()
  }

  protected override installSignalHandlers(): void {
    exitOnSignals(this.interruption.handleInterrupt)
  }
}

function leave(): never {
  // Progress rows hide the cursor.
  if (process.stderr.isTTY) process.stderr.write(SHOW_CURSOR)
  return process.exit(EXIT.interrupted)
}
