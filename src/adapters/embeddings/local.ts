import { domainError } from '../../domain/errors.js'
import type { Embeddings } from '../../domain/retrieval/ports.js'
import { toUnit } from '../../domain/retrieval/vector.js'

export type LocalEmbeddings = {
  /** Holds the model in a folder of its name, as its maker published it. */
  readonly folder: string
  readonly model: string
  readonly dimensions: number
}

/** Imports a package by its name. */
export type ImportPackage = (name: string) => Promise<unknown>

/** Not a dependency: half a gigabyte that few want. */
const PACKAGE = '@huggingface/transformers'
/** Texts in one go: more take memory without being faster. */
const BATCH = 16

/** As much of the package as is used here. */
type Transformers = {
  readonly env: { allowRemoteModels: boolean; localModelPath: string }
  readonly pipeline: (task: string, model: string, options: object) => Promise<Extract>
}
type Extract = (texts: readonly string[], options: object) => Promise<{ tolist(): number[][] }>

/**
 * A model that runs in this process, if whoever runs it has installed the package and laid the model into a folder;
 * nothing is ever downloaded. Throws a DomainError of kind `unavailable` when either is missing.
 */
export async function loadLocalEmbeddings(
  settings: LocalEmbeddings,
  importPackage: ImportPackage = (name) => import(name),
): Promise<Embeddings> {
  const { model, dimensions } = settings
  const extract = await loadModel(await loadPackage(importPackage), settings)
  const vectorsOf = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const rows = (await extract(texts, { pooling: 'mean', normalize: true })).tolist()
    const wrong = rows.find(({ length }) => length !== dimensions)
    if (wrong !== undefined || rows.length !== texts.length) {
      throw domainError(
        'providerFailed',
        'The embedding model sends vectors of another length than configured',
      )
    }
    return rows.map((row) => toUnit(Float32Array.from(row)))
  }

  return {
    id: `local:${model}:${dimensions}`,
    dimensions,
    weight: 0.5,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions))
      const asked = [...texts.entries()].filter(([, text]) => text.trim() !== '')
      for (let from = 0; from < asked.length; from += BATCH) {
        signal.throwIfAborted()
        const batch = asked.slice(from, from + BATCH)
        const found = await vectorsOf(batch.map(([, text]) => text))
        for (const [at, [place]] of batch.entries())
          vectors[place] = found[at] ?? new Float32Array(dimensions)
      }
      signal.throwIfAborted()
      return vectors
    },
  }
}

async function loadPackage(importPackage: ImportPackage): Promise<Transformers> {
  try {
    // Of a package that we do not have there are no types; what it lacks shows at its first use.
    return (await importPackage(PACKAGE)) as Transformers
  } catch (cause) {
    throw domainError(
      'componentMissing',
      `Embeddings of kind local need the package ${PACKAGE}; install it beside parley`,
      { cause },
    )
  }
}

async function loadModel(
  { env, pipeline }: Transformers,
  { folder, model }: LocalEmbeddings,
): Promise<Extract> {
  env.allowRemoteModels = false
  env.localModelPath = folder
  try {
    return await pipeline('feature-extraction', model, { local_files_only: true })
  } catch (cause) {
    throw domainError('componentMissing', `The embedding model ${model} cannot be loaded from ${folder}`, {
      cause,
    })
  }
}
