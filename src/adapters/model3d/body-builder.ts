import { Piscina } from 'piscina'
import type { BuiltModel, ModelBuilder, ModelDescription } from '../../domain/generation/model-builder.js'

export type BodyBuilderSettings = {
  /** The built `build.worker.js`: what it loads takes long, and the server never loads it. */
  readonly worker: URL
  /** How many bodies are built at once, each in its own thread. */
  readonly threads: number
}

/** An idle thread ends after this long, so that a server that builds nothing holds none. */
const IDLE_MS = 30_000
const HEAP_MEGABYTES = 384

/** Builds bodies in worker threads; further wishes wait in the order they came. */
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
