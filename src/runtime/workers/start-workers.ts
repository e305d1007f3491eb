import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../domain/log.js'
import type { Settings } from '../config/settings.js'
import { currentProcessFingerprint } from '../local-state/process-fingerprint.js'
import { checkReadyFile, publishReadyLine, type ReadyLine } from '../local-state/ready-line.js'
import { createLog } from '../observability/log.js'
import { createDisposer, type Disposer } from '../process/disposer.js'
import { freePort } from '../process/listen.js'
import { findBuiltFile } from '../process/package-root.js'
import { StartError } from '../process/start-error.js'
import { createTimers } from '../process/timers.js'
import { checkProviders } from '../services/provider-checks.js'
import type { RunningServer } from '../start.js'
import type { PassedOptions } from './messages.js'
import { createSupervisor, type Supervisor } from './supervisor.js'

/** Of the path of a socket, on all systems that have them. */
const SOCKET_PATH_BYTES = 103
const LONGEST_SOCKET_NAME = '999999999.sock'
/** Times that another program may take a free port before the first worker has it. */
const PORT_ATTEMPTS = 5

/**
 * Starts processes that serve together, and starts another one for each that dies. This process accepts the connections and
 * hands each to one of them. Throws a StartError when they cannot start.
 */
export async function startWorkers(settings: Settings, options: PassedOptions): Promise<RunningServer> {
  const disposer = createDisposer()
  const timers = createTimers()
  const log = createLog(settings.logLevel, { fd: settings.logFd, format: settings.logFormat })
  try {
    await checkReadyFile(settings.readyFile)
    const supervisor = await startProcesses({ settings, options, disposer, timers, log })
    const ready = await publish(supervisor.ready, { settings, disposer, log })
    return {
      ready,
      providerFailures: () => [],
      checkProviders: () => checkProviders(settings, timers),
      replaced: supervisor.lost,
      stop: disposer.disposeAll,
    }
  } catch (error) {
    await disposer.disposeAll()
    throw error
  }
}

type StartDeps = {
  readonly settings: Settings
  readonly options: PassedOptions
  readonly disposer: Disposer
  readonly timers: ReturnType<typeof createTimers>
  readonly log: Log
}

type StartedSupervisor = Supervisor & { readonly ready: ReadyLine }

async function startProcesses(deps: StartDeps): Promise<StartedSupervisor> {
  const { settings, options, disposer, timers, log } = deps
  const folder = await socketFolder()
  disposer.add(() => rm(folder, { recursive: true, force: true }))
  const entry = fileURLToPath(await findBuiltFile('runtime/workers/serve.worker.js'))
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(settings)
    const supervisor = createSupervisor({
      ...{ entry, folder, timers, log },
      options: { ...options, port },
      count: settings.workers ?? 1,
      stopMs: (settings.config.drainSeconds + settings.config.stopSeconds) * 1000,
      onKept: settings.onKept,
    })
    disposer.add(supervisor.stop)
    try {
      return { ...supervisor, ready: await supervisor.start(settings.signal) }
    } catch (error) {
      const isTaken = error instanceof StartError && codeOf(error.cause) === 'EADDRINUSE'
      if (settings.port !== 0 || !isTaken || attempt === PORT_ATTEMPTS) throw error
    }
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined

/** Private to this user, as `mkdtemp` makes them. */
async function socketFolder(): Promise<string> {
  const parent = tmpdir()
  const folder = await mkdtemp(join(parent, 'parley-workers-')).catch((error: unknown) => {
    throw new StartError(
      `No folder can be made in ${parent} for the sockets between workers (${codeOf(error)}).`,
      'Name another folder for temporary files with TMPDIR.',
      { cause: error },
    )
  })
  if (Buffer.byteLength(join(folder, LONGEST_SOCKET_NAME)) <= SOCKET_PATH_BYTES) return folder
  await rm(folder, { recursive: true, force: true })
  throw new StartError(
    `The path ${parent} is too long for the sockets between workers.`,
    'Name another folder for temporary files with TMPDIR, such as /tmp.',
  )
}

type PublishDeps = Pick<StartDeps, 'settings' | 'disposer' | 'log'>

/** The address is that of the workers, the process is this one. */
async function publish(ofWorker: ReadyLine, { settings, disposer, log }: PublishDeps): Promise<ReadyLine> {
  const ready = { ...ofWorker, pid: process.pid, process: await currentProcessFingerprint() }
  disposer.add(await publishReadyLine(ready, { ...settings, log }))
  return ready
}
