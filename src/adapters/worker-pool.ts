import type { Piscina } from 'piscina'

type PoolOptions = {
  /** The built worker file. */
  readonly worker: URL
  readonly name: string
  /** Tasks that run at the same time, each in its own thread. */
  readonly threads: number
  readonly heapMegabytes: number
  readonly workerData?: object
}

export type WorkerPool<Task, Outcome> = {
  run(task: Task, options: NonNullable<Parameters<Piscina['run']>[1]>): Promise<Outcome>
  destroy(): Promise<void>
}

/** Idle threads end after so long, to free their memory. */
const IDLE_MS = 30_000

/**
 * Runs tasks in worker threads; further tasks wait in order of arrival. The package that manages the threads is loaded
 * with the first task, because most servers end without one and each start would pay for it.
 */
export function createWorkerPool<Task, Outcome>(options: PoolOptions): WorkerPool<Task, Outcome> {
  let opened: Promise<Piscina<Task, Outcome>> | undefined
  return {
    run: async (task, settings) => {
      opened ??= openPool(options)
      return (await opened).run(task, settings)
    },
    destroy: async () => {
      await (await opened)?.destroy()
    },
  }
}

async function openPool<Task, Outcome>({
  worker,
  name,
  threads,
  heapMegabytes,
  workerData,
}: PoolOptions): Promise<Piscina<Task, Outcome>> {
  const { Piscina } = await import('piscina')
  return new Piscina<Task, Outcome>({
    filename: worker.href,
    name,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    ...(workerData !== undefined && { workerData }),
  })
}
