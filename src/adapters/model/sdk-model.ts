import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { LanguageModel, ReplyPart, ReplyRequest } from '../../domain/turns/ports.js'
import { loggedFailure, type ModelFailure, requestFailure, streamFailure, upstreamError } from './failure.js'
import type { ModelProvider } from './provider.js'
import { createResponseTimeouts, type ResponseTimeouts } from './response-timeouts.js'
import type { SdkCall, SdkModel, SdkPart, SdkToolCall } from './sdk-types.js'
import {
  CAMERA_TOOL_NAME,
  offersCameraTool,
  parseToolArguments,
  toSdkCall,
  withToolResults,
} from './to-sdk-call.js'

/** Creates the SDK's model for an id; imports the SDK on first use. */
export type LoadModel = (modelId: string) => Promise<SdkModel>

export type SdkModelDeps = {
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
  readonly load: LoadModel
}

/**
 * A language model behind the AI SDK. Calls the providers' `doStream` instead of `streamText`, which buffers all tokens
 * of a reply and delays each by about a millisecond.
 *
 * A reply is one request. If the model calls only tools and writes no text, a second request with the tool results and
 * without tools makes it speak. There are no retries: a failed request fails the turn.
 */
export function createSdkModel({ timers, log, load }: SdkModelDeps, provider: ModelProvider): LanguageModel {
  const loaded = new Map<string, Promise<SdkModel>>()
  return {
    async *reply(request, wanted) {
      wanted.throwIfAborted()
      const watch = createResponseTimeouts({ timers }, provider.patience, wanted)
      const modelId = modelIdOf(request, provider)
      try {
        const model = await loadModelOnce(loaded, modelId, load)
        const context = { model, watch, log, offersCameraTool: offersCameraTool(request) }
        const outcome = yield* replyWithTools(context, toSdkCall(request, provider, watch.signal))
        wanted.throwIfAborted()
        if (outcome === undefined) return
        const failure =
          watch.expiredLimit() === undefined ? outcome : { reason: watch.expiredLimit() ?? outcome.reason }
        log.warn('A language model failed', { model: modelId, ...loggedFailure(provider, failure) })
        throw upstreamError(failure, provider)
      } finally {
        watch.end()
      }
    },
  }
}

export const modelIdOf = ({ character }: ReplyRequest, { model }: ModelProvider) =>
  character.llm_model === 'default' ? model : character.llm_model

/** Reuses models, because the SDK compiles schemas on a model's first use. */
export function loadModelOnce(
  loaded: Map<string, Promise<SdkModel>>,
  modelId: string,
  load: SdkModelDeps['load'],
): Promise<SdkModel> {
  const model = loaded.get(modelId) ?? load(modelId)
  loaded.set(modelId, model)
  return model
}

export type ModelCallContext = {
  readonly model: SdkModel
  readonly watch: ResponseTimeouts
  readonly log: Log
  readonly offersCameraTool?: boolean
}
type Parts<Outcome> = AsyncGenerator<ReplyPart, Outcome>

async function* replyWithTools(context: ModelCallContext, call: SdkCall): Parts<ModelFailure | undefined> {
  const first = yield* streamModelCall(context, call)
  if (first.failure !== undefined || first.hasSpoken) return first.failure
  if (first.calls.length === 0) return { reason: 'empty' }
  // The caller sends the request again with a description of the picture.
  if (context.offersCameraTool === true && first.calls.some(isCameraCall)) return undefined
  // Actions alone are a reply too: no text after them is not a failure.
  return (yield* streamModelCall(context, withToolResults(call, first.calls))).failure
}

type CallOutcome = {
  readonly failure?: ModelFailure | undefined
  readonly hasSpoken: boolean
  readonly calls: readonly SdkToolCall[]
}

/** Streams one request. */
export async function* streamModelCall(
  { model, watch, log, offersCameraTool: hasCameraTool }: ModelCallContext,
  call: SdkCall,
): Parts<CallOutcome> {
  const calls: SdkToolCall[] = []
  let hasSpoken = false
  let isStreaming = false
  let failure: ModelFailure | undefined = { reason: 'broken_off' }
  try {
    watch.requestSent()
    const { stream } = await model.doStream(call)
    isStreaming = true
    for await (const part of stream) {
      if (isToken(part)) watch.tokenReceived()
      if (part.type === 'text-delta' && part.delta !== '') {
        hasSpoken ||= part.delta.trim() !== ''
        yield { type: 'text', text: part.delta }
      } else if (part.type === 'tool-call') {
        calls.push(part)
        const toolArguments = parseToolArguments(part.input)
        if (hasCameraTool === true && isCameraCall(part)) yield { type: 'look' }
        else if (toolArguments === undefined)
          log.warn('A language model called an action with arguments that are no JSON object')
        else yield { type: 'action', name: part.toolName, arguments: toolArguments }
      } else if (part.type === 'finish') {
        failure = finishFailure(part, hasSpoken)
      } else if (part.type === 'error') {
        failure = streamFailure(part.error)
        break
      }
      watch.awaitNextToken()
    }
  } catch (error) {
    failure = isStreaming ? streamFailure(error) : requestFailure(error)
    if (failure === undefined && !watch.signal.aborted) throw error
    failure ??= { reason: 'broken_off' }
  }
  return { failure, hasSpoken, calls }
}

const isCameraCall = ({ toolName }: SdkToolCall) => toolName === CAMERA_TOOL_NAME

const isToken = ({ type }: SdkPart) => type !== 'stream-start' && type !== 'response-metadata'

/** A stream without the provider's own finish reason was cut off. */
function finishFailure(
  { finishReason: { unified, raw } }: Extract<SdkPart, { type: 'finish' }>,
  hasSpoken: boolean,
): ModelFailure | undefined {
  if (unified === 'error' || (unified === 'other' && raw === undefined)) return { reason: 'broken_off' }
  return unified === 'content-filter' && !hasSpoken ? { reason: 'withheld' } : undefined
}
