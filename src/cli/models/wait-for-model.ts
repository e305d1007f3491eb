import type { CallOptions, Client } from '../../client/create-client.js'
import { getModelStatus, type ModelStatus } from '../../contract/models.js'
import { EXIT } from '../errors/command-error.js'
import { type Progress, waitWithProgress } from '../waiting/poll.js'
import type { WaitInterruptHandler } from '../waiting/wait-interrupt-handler.js'

type ModelWait = {
  readonly client: Client
  readonly progress: Progress<ModelStatus>
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

/** The model once it is ready or failed, or its last state when the time ran out. Ctrl-C ends the wait, not the model. */
export function waitForModel(
  { client, pollMs = POLL_MS, ...wait }: ModelWait,
  characterId: string,
): Promise<ModelStatus> {
  const read = (options: CallOptions) => client.call(getModelStatus, { params: { characterId } }, options)
  return waitWithProgress(
    { ...wait, pollMs, read, isOver },
    {
      message: 'Stopped waiting; the model goes on when it is asked for.',
      hint: `Come back to it with \`parley model status ${characterId} --wait\`.`,
    },
  )
}
