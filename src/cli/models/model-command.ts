import type { CallOptions, Client } from '../../client/create-client.js'
import { getModelStatus, type ModelStatus } from '../../contract/models.js'
import { EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { printableLine } from '../output/printable.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { type Progress, waitWithProgress } from '../waiting/poll.js'
import type { WaitInterruptHandler } from '../waiting/wait-interrupt-handler.js'
import { WaitingCommand } from '../waiting/waiting-command.js'

type WaitFlags = { readonly wait?: number | undefined; readonly 'poll-interval'?: number | undefined }

/** Base of the commands that can wait for a model. */
export abstract class ModelCommand extends WaitingCommand {
  /** Waits until a model is finished, prints its status and sets the exit code. */
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

type WaitOptions = {
  readonly client: Client
  readonly progress: Progress<ModelStatus>
  readonly interruption: WaitInterruptHandler
  readonly waitMs: number
  readonly pollMs: number | undefined
}

/** The first interval of the SDKs (docs/wire-protocol.md, Constants of clients). */
const POLL_MS = 2000

/** Final statuses, in the words of the contract and of published SDKs. */
const DONE: readonly (string | null)[] = ['ready', 'completed']
const FAILED: readonly (string | null)[] = [
  'failed',
  'rig_failed',
  'animation_failed',
  'texture_failed',
  null,
]

const isOver = ({ modelStatus }: ModelStatus): boolean => [...DONE, ...FAILED].includes(modelStatus)

function modelExitCode({ modelStatus }: ModelStatus): number {
  if (DONE.includes(modelStatus)) return 0
  return FAILED.includes(modelStatus) ? EXIT.finishedWithFailures : EXIT.stillRunning
}

/** Polls until the model is ready, has failed, or the time is over. Ctrl-C stops the waiting, not the generation. */
function waitForModel(options: WaitOptions, characterId: string): Promise<ModelStatus> {
  const { client, pollMs = POLL_MS, ...wait } = options
  const read = (callOptions: CallOptions) =>
    client.call(getModelStatus, { params: { characterId } }, callOptions)
  return waitWithProgress(
    { ...wait, pollMs, read, isOver },
    {
      message: 'Stopped waiting; the generation continues when its status is requested.',
      hint: `Continue with \`parley model status ${characterId} --wait\`.`,
    },
  )
}

const CELLS = 24
const CLEAR_LINE = '\r\u001b[2K'

/** Shows a progress bar at an interactive terminal; elsewhere one line per change, and nothing with `--json`. */
function createModelProgress(output: Output): Progress<ModelStatus> {
  const { isInteractive } = output.terminal
  let last = ''
  return {
    show(status) {
      const line = isInteractive ? renderBar(status) : progressLine(status)
      if (line === last) return
      last = line
      if (isInteractive) process.stderr.write(`${CLEAR_LINE}${line}`)
      else output.note(line)
    },
    end() {
      if (isInteractive && last !== '') process.stderr.write(CLEAR_LINE)
    },
  }
}

export function renderBar({ progress = 0, modelStatus }: ModelStatus): string {
  const full = Math.round((CELLS * progress) / 100)
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${String(progress).padStart(3)} % ${statusText(modelStatus)}`
}

const progressLine = ({ progress, modelStatus }: ModelStatus): string =>
  `${progress} % ${statusText(modelStatus)}`

/** Statuses that the contract does not know are shown as they are. */
const statusText = (status: string | null): string => printableLine((status ?? 'none').replaceAll('_', ' '))

/** Renders the status of a model; fields without a value are omitted. */
export function renderModel(terminal: Terminal, status: ModelStatus): string {
  const { modelStatus, progress, rigged, animations, shown = [], notShown = [] } = status
  const clips = animations.map(printableLine).join(', ')
  return renderFields(terminal, [
    ['status', modelStatus === null ? 'none' : printableLine(modelStatus)],
    ['progress', modelStatus === null ? null : `${progress} %`],
    ['model', status.modelUrl],
    ['preview', status.modelPreviewUrl],
    ['thumbnail', status.thumbnailUrl],
    ['rigged', rigged ? 'yes' : null],
    ['clips', clips === '' ? null : clips],
    ['shown', shown.length === 0 ? null : shown.map(printableLine).join(', ')],
    ['not shown', notShown.length === 0 ? null : notShown.map(printableLine).join(', ')],
  ])
}
