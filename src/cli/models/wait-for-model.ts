import type { CallOptions, Client } from '../../client/create-client.js'
import { getModelStatus, type ModelStatus } from '../../contract/models.js'
import { EXIT } from '../errors/command-error.js'
import { poll } from '../waiting/poll.js'
import type { WaitInterruptHandler } from '../waiting/wait-interrupt-handler.js'
import type { ModelProgress } from './progress-bar.js'

type Waiting = {
  readonly client: Client
  readonly progress: ModelProgress
  readonly interruption: WaitInterruptHandler
  readonly waitMs: number
  readonly pollMs: number | undefined
}

/** As SDKs begin (docs/wire-protocol.md, Constants of clients). */
const POLL_MS = 2000

/** The words for an end: of the contract, and of published SDKs. */
const DONE: readonly (string | null)[] = ['ready', 'completed']
const FAILED: readonly (string | null)[] = [
  'failed',
  'rig_failed',
  'animation_failed',
  'texture_failed',
  null,
]

const isOver = ({ modelStatus }: ModelStatus): boolean => [...DONE, ...FAILED].includes(modelStatus)

/** Design 8. */
export function modelExitCode({ modelStatus }: ModelStatus): number {
  if (DONE.includes(modelStatus)) return 0
  return FAILED.includes(modelStatus) ? EXIT.finishedWithFailures : EXIT.stillRunning
}

/** The model once it is there or failed, or as it was when the time ran out. Ctrl-C ends the waiting, not the model. */
export function waitForModel(waiting: Waiting, characterId: string): Promise<ModelStatus> {
  const { client, progress, interruption, pollMs = POLL_MS } = waiting
  const read = (options: CallOptions) => client.call(getModelStatus, { params: { characterId } }, options)
  const comeBack = {
    message: 'Stopped waiting; the model goes on when it is asked for.',
    hint: `Come back to it with \`parley model status ${characterId} --wait\`.`,
  }
  return interruption.runInterruptible(comeBack, async (signal) => {
    let last: ModelStatus | null = null
    try {
      for await (const status of poll({ ...waiting, pollMs, read, isOver, signal })) {
        progress.show(status)
        last = status
      }
    } finally {
      progress.end()
    }
    // The time ran out before anything could be read.
    return last ?? read({ signal })
  })
}
