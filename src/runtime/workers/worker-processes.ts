import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Timers } from '../../domain/clock.js'
import type { FromWorker, StartFailure, ToWorker } from './messages.js'

/** A process of the primary one's own. */
export type WorkerProcess = {
  /** From 1 to how many there are. */
  readonly number: number
  /** No other process of this run has it. */
  readonly id: number
  readonly send: (message: ToWorker) => void
  /** Resolves when it is gone. */
  readonly ended: Promise<WorkerEnd>
  readonly kill: () => void
}

export type WorkerEnd = {
  /** Why it could not start or stop, in its own words. */
  readonly failure: StartFailure | undefined
  readonly exitCode: number | null
  readonly signal: string | null
}

type Listener = (message: FromWorker) => void

/** Starts a process that waits for what it is to serve. Its standard output is standard error: the other belongs to the ready line. */
export function forkWorker(entry: string, number: number, listener: Listener): WorkerProcess {
  cluster.setupPrimary({
    exec: entry,
    args: [],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const worker = cluster.fork()
  closeWhatWasOnItsWay(worker)
  let failure: StartFailure | undefined
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'failed') failure = message.failure
    listener(message)
  })
  // Of a message that it could not be sent any more; its end is told by `exit`.
  worker.on('error', () => undefined)
  return {
    number,
    id: worker.id,
    send: (message) => {
      if (worker.isConnected()) worker.send(message, () => undefined)
    },
    ended: endOf(worker).then((end) => ({ ...end, failure })),
    kill: () => void worker.process.kill('SIGKILL'),
  }
}

/**
 * Node hands a worker one connection after the other, each when the one before has been taken over. What is on its way to
 * a worker that dies it forgets, and its client would wait for ever; closed, it is sent anew by whoever wants an answer.
 */
function closeWhatWasOnItsWay({ process: child }: Worker): void {
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  let last: Closable | undefined
  child.send = (...args: unknown[]) => {
    // Messages without a connection may have a callback there.
    const [, connection] = args
    if (isClosable(connection)) last = connection
    return send(...args)
  }
  // Does nothing where the worker has taken it over: then it is closed here already.
  child.once('exit', () => last?.close())
}

type Closable = { close(): void }

const isClosable = (value: unknown): value is Closable =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'

async function endOf(worker: Worker): Promise<Omit<WorkerEnd, 'failure'>> {
  const [exitCode, signal] = (await once(worker.process, 'exit')) as [number | null, string | null]
  return { exitCode, signal }
}

/** Tells all to stop, and resolves with how they have ended; what takes longer than the limit is killed. */
export async function stopWorkers(
  workers: readonly WorkerProcess[],
  { timers, limitMs }: { readonly timers: Pick<Timers, 'after'>; readonly limitMs: number },
): Promise<readonly WorkerEnd[]> {
  const cancel = timers.after(limitMs, () => {
    for (const { kill } of workers) kill()
  })
  for (const { send } of workers) send({ type: 'stop' })
  const ends = await Promise.all(workers.map(({ ended }) => ended))
  cancel()
  return ends
}
