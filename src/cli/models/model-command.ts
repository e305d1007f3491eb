import type { CallOptions, Client } from '../../client/create-client.js'
import { getModelStatus, type ModelStatus } from '../../contract/models.js'
import { EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { printableLine } from '../output/printable.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { poll } from '../waiting/poll.js'
import type { WaitInterruptHandler } from '../waiting/wait-interrupt-handler.js'
import { WaitingCommand } from '../waiting/waiting-command.js'

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
function modelExitCode({ modelStatus }: ModelStatus): number {
  if (DONE.includes(modelStatus)) return 0
  return FAILED.includes(modelStatus) ? EXIT.finishedWithFailures : EXIT.stillRunning
}

/** The model once it is there or failed, or as it was when the time ran out. Ctrl-C ends the waiting, not the model. */
function waitForModel(waiting: Waiting, characterId: string): Promise<ModelStatus> {
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

type ModelProgress = {
  show(status: ModelStatus): void
  /** Nothing more is to come. */
  end(): void
}

const CELLS = 24
const CLEAR_LINE = '\r\u001b[2K'

/** A bar that grows in place where a person looks on; elsewhere a line for each change, none under `--json`. */
function createModelProgress(output: Output): ModelProgress {
  const { isInteractive } = output.terminal
  let last = ''
  return {
    show(status) {
      const line = isInteractive ? renderBar(status) : lineOf(status)
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
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${String(progress).padStart(3)} % ${wordOf(modelStatus)}`
}

const lineOf = ({ progress, modelStatus }: ModelStatus): string => `${progress} % ${wordOf(modelStatus)}`

/** Services of tomorrow may have words of their own. */
const wordOf = (status: string | null): string => printableLine((status ?? 'none').replaceAll('_', ' '))

/** How a model is, for a person to read; what is not there is left out. */
export function renderModel(terminal: Terminal, status: ModelStatus): string {
  const { modelStatus, progress, rigged, animations } = status
  const clips = animations.map(printableLine).join(', ')
  return renderFields(terminal, [
    ['status', modelStatus === null ? 'none' : printableLine(modelStatus)],
    ['progress', modelStatus === null ? null : `${progress} %`],
    ['model', status.modelUrl],
    ['preview', status.modelPreviewUrl],
    ['picture', status.thumbnailUrl],
    ['rigged', rigged ? 'yes' : null],
    ['clips', clips === '' ? null : clips],
  ])
}
