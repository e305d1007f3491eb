import type { BuiltModel, ModelBuilder, ModelDescription } from '../../domain/generation/model-builder.js'
import { createWorkerPool } from '../worker-pool.js'

export type BodyBuilderSettings = {
  /** The built `build.worker.js`. Its dependencies load slowly, so the server's thread never loads them. */
  readonly worker: URL
  /** Bodies built at the same time, each in its own thread. */
  readonly threads: number
}

const HEAP_MEGABYTES = 384

/** Builds bodies in worker threads; further requests wait in order of arrival. */
export function createBodyBuilder({
  worker,
  threads,
}: BodyBuilderSettings): ModelBuilder & { stop(): Promise<void> } {
  const pool = createWorkerPool<ModelDescription, BuiltModel>({
    worker,
    name: 'buildBody',
    threads,
    heapMegabytes: HEAP_MEGABYTES,
  })
  return {
    build: async ({ appearance, palette, rigged }, signal) => {
      try {
        return await pool.run(
          { appearance, palette: [...palette], rigged },
          signal === undefined ? {} : { signal },
        )
      } catch (cause) {
        signal?.throwIfAborted()
        throw cause
      }
    },
    stop: () => pool.destroy(),
  }
}
