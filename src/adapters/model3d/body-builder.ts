import { Piscina } from 'piscina'
import type { BuiltModel, ModelBuilder, ModelDescription } from '../../domain/generation/model-builder.js'

export type BodyBuilderSettings = {
  /** The built `build.worker.js`. Its dependencies load slowly, so the server's thread never loads them. */
  readonly worker: URL
  /** Bodies built at the same time, each in its own thread. */
  readonly threads: number
}

/** Idle threads end after so long, to free their memory. */
const IDLE_MS = 30_000
const HEAP_MEGABYTES = 384

/** Builds bodies in worker threads; further requests wait in order of arrival. */
export function createBodyBuilder({
  worker,
  threads,
}: BodyBuilderSettings): ModelBuilder & { stop(): Promise<void> } {
  const pool = new Piscina<ModelDescription, BuiltModel>({
    filename: worker.href,
    name: 'buildBody',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
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
