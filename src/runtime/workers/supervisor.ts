import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { ReadyLine } from '../local-state/ready-line.js'
import { StartError } from '../process/start-error.js'
import type { OnKeptRecord } from '../world/seed-differences.js'
import { createCommonConnections } from './common-connections.js'
import { createCommonMetrics } from './common-metrics.js'
import type { FromWorker, PassedOptions, StartFailure, ToWorker } from './messages.js'
import { createRestarts, FAILED_STARTS_MAX } from './restarts.js'
import { forkWorker, stopWorkers, type WorkerEnd, type WorkerProcess } from './worker-processes.js'

type SupervisorSettings = {
  /** The file that each process runs. */
  readonly entry: string
  /** Holds the sockets between workers. */
  readonly folder: string
  readonly options: PassedOptions
  readonly count: number
  readonly stopMs: number
  readonly onKept: OnKeptRecord | undefined
  readonly timers: Pick<Timers, 'after' | 'elapsed'>
  readonly log: Log
}

export type Supervisor = {
  /** Resolves when all are ready. Rejects with a StartError when one cannot start, or with the reason of the signal. */
  start(signal: AbortSignal | undefined): Promise<ReadyLine>
  /** Aborts when workers cannot be started again and again; then all have ended. */
  readonly lost: AbortSignal
  /** Rejects when one could not end in order. */
  stop(): Promise<void>
}

/** A worker needs the whole time of a stop; more than this beside it, and it hangs. */
const BESIDE_STOP_MS = 5000

/** Starts the workers, and others in the place of those that die. */
export function createSupervisor(settings: SupervisorSettings): Supervisor {
  const { timers, log, count } = settings
  const lost = new AbortController()
  const restarts = createRestarts(timers)
  const crew = createCrew(settings)
  let isStopping = false
  const waits = new Set<() => void>()

  const stop = async (): Promise<readonly WorkerEnd[]> => {
    isStopping = true
    for (const cancel of waits) cancel()
    // One that does not listen yet has done nothing either.
    for (const { kill } of crew.unstarted()) kill()
    return stopWorkers(crew.all(), { timers, limitMs: settings.stopMs + BESIDE_STOP_MS })
  }
  const giveUp = async (number: number, end: WorkerEnd) => {
    if (isStopping) return
    log.error('A worker cannot be started any more: all are stopped', {
      worker: number,
      attempts: FAILED_STARTS_MAX,
      ...reasonOf(end),
    })
    await stop()
    lost.abort()
  }
  const replace = (number: number, end: WorkerEnd) => {
    if (isStopping) return
    const waitMs = restarts.ended(number)
    if (waitMs === undefined) return void giveUp(number, end)
    log.error('A worker has ended: another one is started in its place', { worker: number, ...reasonOf(end) })
    const cancel = timers.after(waitMs, () => {
      waits.delete(cancel)
      void keep(number, crew.fork(number))
    })
    waits.add(cancel)
  }
  const keep = async (number: number, { process, ready }: ForkedWorker) => {
    ready.then(
      () => restarts.ready(number),
      () => undefined,
    )
    replace(number, await process.ended)
  }

  return {
    lost: lost.signal,
    async start(signal) {
      const aborted = rejectionOf(signal)
      // The first one alone: it makes the secrets, the account and what world files say, which the others then find.
      const first = crew.fork(1)
      const ready = await Promise.race([first.ready, aborted])
      const others = Array.from({ length: count - 1 }, (_, at) => crew.fork(at + 2))
      await Promise.race([Promise.all(others.map(({ ready: each }) => each)), aborted])
      for (const [at, worker] of [first, ...others].entries()) void keep(at + 1, worker)
      return ready
    },
    async stop() {
      const [failed] = (await stop()).flatMap(({ failure }) => failure ?? [])
      if (failed !== undefined && !lost.signal.aborted) throw errorOf(failed)
    },
  }
}

type ForkedWorker = {
  readonly process: WorkerProcess
  /** Rejects when it ends before. */
  readonly ready: Promise<ReadyLine>
}

/** Those that live, what they are told, and what they tell. */
function createCrew({ entry, folder, options, count, onKept, timers }: SupervisorSettings) {
  const living = new Set<WorkerProcess>()
  const started = new Map<number, WorkerProcess>()
  const serving = new Set<number>()
  let isFirst = true
  const told = {
    timers,
    send: (worker: number, message: ToWorker) => started.get(worker)?.send(message),
    serving: () => [...serving],
  }
  const metrics = createCommonMetrics(told)
  const connections = createCommonConnections({ ...told, processes: count })
  const begin = (worker: WorkerProcess, isFirstOne: boolean) => {
    // From here on it is told what changes.
    started.set(worker.id, worker)
    worker.send({
      type: 'start',
      options,
      place: { number: worker.number, of: count, isFirst: isFirstOne, address: { id: worker.id, folder } },
      isToldOfKept: onKept !== undefined,
    })
  }
  return {
    all: () => [...living],
    unstarted: () => [...living].filter(({ id }) => !started.has(id)),
    fork(number: number): ForkedWorker {
      let becomeReady = (_ready: ReadyLine) => {}
      const becameReady = new Promise<ReadyLine>((resolve) => {
        becomeReady = resolve
      })
      const isFirstOne = isFirst
      const worker = forkWorker(entry, number, (message: FromWorker) => {
        if (message.type === 'awake') begin(worker, isFirstOne)
        else if (message.type === 'kept') onKept?.(message.kept)
        else if (message.type === 'ready') {
          serving.add(worker.id)
          connections.begin()
          becomeReady(message.ready)
        } else {
          metrics.receive(worker.id, message)
          connections.receive(worker.id, message)
        }
      })
      isFirst = false
      const ended = worker.ended.then((end) => {
        living.delete(process)
        started.delete(worker.id)
        serving.delete(worker.id)
        metrics.forget(worker.id)
        connections.forget(worker.id)
        return end
      })
      const ready = Promise.race([becameReady, ended.then((end) => Promise.reject(startErrorOf(end)))])
      // Whoever starts it again looks at how it has ended.
      ready.catch(() => undefined)
      const process = { ...worker, ended }
      living.add(process)
      return { process, ready }
    },
  }
}

function rejectionOf(signal: AbortSignal | undefined): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  rejection.catch(() => undefined)
  return rejection
}

const reasonOf = ({ failure, exitCode, signal }: WorkerEnd): object => ({
  ...(failure !== undefined && { reason: failure.message }),
  ...(signal === null ? { exitCode } : { signal }),
})

function startErrorOf(end: WorkerEnd): Error {
  if (end.failure !== undefined) return errorOf(end.failure)
  const how = end.signal === null ? `with exit code ${end.exitCode}` : `by ${end.signal}`
  return new StartError(`A worker ended ${how} while it started.`, 'What it wrote to the log may say why.')
}

function errorOf({ message, hint, code }: StartFailure): Error {
  const cause = Object.assign(new Error('of a worker'), { code })
  return hint === undefined ? new Error(message) : new StartError(message, hint, { cause })
}
