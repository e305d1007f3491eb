import type { Timers } from '../../domain/clock.js'
import { modelsFor } from '../model/choose-model.js'
import { type ListedProvider, listModels } from '../model/list-models.js'
import type { Transport } from '../model/transport.js'
import { measureVector } from './openai-compatible.js'

/** A provider of embeddings of which not all is known. */
export type AskedEmbeddings = ListedProvider & {
  /** Undefined: the best of what it has. */
  readonly model: string | undefined
  /** The address of OpenAI's routes; Ollama lists its models at another one, `baseUrl`. */
  readonly embeddingsUrl: string
  /** The lengths of the vectors of usual models: for these, nothing need be computed. */
  readonly knownLengths: (model: string) => number | undefined
}

type Answer =
  | { readonly model: string; readonly dimensions: number }
  /** What stood in the way, as the end of a sentence. */
  | { readonly problem: string }

type AskDeps = { readonly transport: Transport; readonly timers: Pick<Timers, 'after'> }

/** Longest wait for the first vector, in seconds: a model that was not in memory is loaded. */
const VECTOR_SECONDS = 30

/** Asks for the model and the length of its vectors. Never rejects. */
export async function askEmbeddings(deps: AskDeps, asked: AskedEmbeddings): Promise<Answer> {
  const model = asked.model ?? (await bestModel(deps, asked))
  if (typeof model !== 'string') return model
  const dimensions = asked.knownLengths(model)
  if (dimensions !== undefined) return { model, dimensions }
  const { embeddingsUrl: baseUrl, apiKey, headers } = asked
  const length = await measureVector(deps, {
    ...{ baseUrl, model, apiKey, headers, timeoutSeconds: VECTOR_SECONDS },
  })
  return typeof length === 'number'
    ? { model, dimensions: length }
    : { problem: `${model} gave no vector to measure: ${length.reason.replaceAll('_', ' ')}` }
}

async function bestModel(deps: AskDeps, asked: AskedEmbeddings): Promise<string | { problem: string }> {
  const list = await listModels(deps, asked)
  if ('failure' in list)
    return { problem: `it cannot be asked for its models: ${list.failure.reason.replaceAll('_', ' ')}` }
  if (list.models === undefined) return { problem: 'it has no list of its models' }
  const [best] = modelsFor('embeddings', { kind: asked.kind, models: list.models })
  return best?.id ?? { problem: 'it has no model for embeddings' }
}
