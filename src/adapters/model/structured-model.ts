import type {
  StructuredModel,
  StructuredRequest,
} from '../../domain/memories/extract/model/structured-model.js'
import { loggedFailure, type ModelFailure, namingMissingModel, upstreamError } from './failure.js'
import type { ModelProvider } from './provider.js'
import { createResponseTimeouts } from './response-timeouts.js'
import { loadModelOnce, type ModelCallContext, type SdkModelDeps, streamModelCall } from './sdk-model.js'
import type { SdkCall, SdkModel } from './sdk-types.js'

/** Maximum length of an answer. */
const ANSWER_TOKENS = 4096

export type PictureRequest = StructuredRequest & {
  /** Sent before the text. */
  readonly picture?: { readonly bytes: Uint8Array; readonly mediaType: string }
  /** Default: the provider's model. */
  readonly model?: string
}

/** A `StructuredModel` that also accepts a picture. */
export interface VisionLanguageModel extends StructuredModel {
  answer(question: PictureRequest, signal: AbortSignal): Promise<unknown>
}

/** Answers in JSON with one request, under the time limits of a reply. */
export function createStructuredModel(
  { timers, log, load, choice }: SdkModelDeps,
  provider: ModelProvider,
): VisionLanguageModel {
  const loaded = new Map<string, Promise<SdkModel>>()
  return {
    answer: async (question, wanted) => {
      wanted.throwIfAborted()
      const { name, instructions, schema } = question
      const watch = createResponseTimeouts({ timers }, provider.patience, wanted)
      const call: SdkCall = {
        prompt: [
          { role: 'system', content: instructions },
          { role: 'user', content: contentOf(question) },
        ],
        maxOutputTokens: ANSWER_TOKENS,
        ...(provider.sendTemperature && { temperature: 0 }),
        responseFormat: { type: 'json', name, schema },
        abortSignal: watch.signal,
      }
      try {
        const modelId = question.model ?? (await choice.choose())
        const model = await loadModelOnce(loaded, modelId, load)
        const answer = await readAll({ model, watch, log }, call)
        wanted.throwIfAborted()
        const expired = watch.expiredLimit()
        const failure =
          expired === undefined
            ? answer.failure && namingMissingModel(answer.failure, modelId)
            : { reason: expired }
        const value = failure === undefined ? parseJson(answer.text) : undefined
        if (value !== undefined) return value.json
        return fail({ log }, { provider, modelId, question }, failure ?? { reason: 'garbled' })
      } finally {
        watch.end()
      }
    },
  }
}

const contentOf = ({ text, picture }: PictureRequest) => [
  ...(picture === undefined
    ? []
    : [{ type: 'file' as const, data: picture.bytes, mediaType: picture.mediaType }]),
  { type: 'text' as const, text },
]

type Answer = { readonly text: string; readonly failure: ModelFailure | undefined }

async function readAll(context: ModelCallContext, call: SdkCall): Promise<Answer> {
  const parts = streamModelCall(context, call)
  let text = ''
  for (;;) {
    const next = await parts.next()
    if (next.done === true) return { text, failure: next.value.failure }
    if (next.value.type === 'text') text += next.value.text
  }
}

type ModelId = {
  readonly provider: ModelProvider
  readonly modelId: string
  readonly question: StructuredRequest
}

function fail(
  { log }: Pick<SdkModelDeps, 'log'>,
  { provider, modelId, question: { name, instructions, text } }: ModelId,
  failure: ModelFailure,
): never {
  const fields = loggedFailure(provider, failure, [instructions, text])
  log.warn('A language model failed', { ...fields, model: modelId, task: name })
  throw upstreamError(failure, provider)
}

/** Also accepts JSON in a code block, which some models insist on. Undefined for anything else. */
function parseJson(text: string): { readonly json: unknown } | undefined {
  const block = text.trim()
  const opening = /^```(?:json)?\s*\n/i.exec(block)?.[0] ?? ''
  const isBlock = opening !== '' && block.endsWith('```') && block.length >= opening.length + 3
  try {
    return { json: JSON.parse(isBlock ? block.slice(opening.length, -3) : text) }
  } catch {
    return undefined
  }
}
