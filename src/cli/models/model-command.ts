import type { Client } from '../../client/create-client.js'
import type { Output } from '../output/output.js'
import { WaitingCommand } from '../waiting/waiting-command.js'
import { renderModel } from './model-view.js'
import { createModelProgress } from './progress-bar.js'
import { modelExitCode, waitForModel } from './wait-for-model.js'

type WaitFlags = { readonly wait?: number | undefined; readonly 'poll-interval'?: number | undefined }

/** A command that may wait for a model. */
export abstract class ModelCommand extends WaitingCommand {
  /** Waits for the end of a model, which decides the exit code. */
  protected async awaitModel(
    { client, output }: { readonly client: Client; readonly output: Output },
    characterId: string,
    { wait: waitMs = Number.POSITIVE_INFINITY, 'poll-interval': pollMs }: WaitFlags,
  ): Promise<void> {
    const progress = createModelProgress(output)
    const { interruption } = this
    const status = await waitForModel({ client, progress, interruption, waitMs, pollMs }, characterId)
    output.result(status, () => renderModel(output.terminal, status))
    process.exitCode = modelExitCode(status)
  }
}
