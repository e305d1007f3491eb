import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { LanguageModel, ReplyPart, ReplyRequest } from '../../domain/sessions/ports.js'
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

/** The SDK's model of that id; imports the SDK when it is first called. */
export type LoadModel = (modelId: string) => Promise<SdkModel>

export type SdkModelDeps = {
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
  readonly load: LoadModel
}

/**
 * A language model behind the AI SDK. It speaks to the SDK's providers by their `doStream`, not by `streamText`: that
 * one keeps every token of a reply in a buffer nobody reads, and delays each by about a millisecond.
 *
 * A reply is one request. When the model calls actions without a word, there is one more, with what it did and no
 * leave to act again, so that it speaks. Nothing is asked twice: a failed request is the turn's failure.
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
        const line = { model, watch, log, offersCameraTool: offersCameraTool(request) }
        const found = yield* replyWithTools(line, toSdkCall(request, provider, watch.signal))
        wanted.throwIfAborted()
        if (found === undefined) return
        const failure =
          watch.expiredLimit() === undefined ? found : { reason: watch.expiredLimit() ?? found.reason }
        log.warn('A language model failed', { model: modelId, ...loggedFailure(provider, failure) })
        throw upstreamError(failure, provider)
      } finally {
        watch.end()
      }
    },
  }
}

const modelIdOf = ({ character }: ReplyRequest, { model }: ModelProvider) =>
  character.llm_model === 'default' ? model : character.llm_model

/** A model is made once: it compiles its schemas when it is first used. */
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

async function* replyWithTools(line: ModelCallContext, call: SdkCall): Parts<ModelFailure | undefined> {
  const first = yield* streamModelCall(line, call)
  if (first.failure !== undefined || first.hasSpoken) return first.failure
  if (first.calls.length === 0) return { reason: 'empty' }
  // Whoever asked asks again, with what there is to be seen.
  if (line.offersCameraTool === true && first.calls.some(isLook)) return undefined
  // Deeds alone are a reply too: a model that has nothing to say after them has not failed.
  return (yield* streamModelCall(line, withToolResults(call, first.calls))).failure
}

type CallOutcome = {
  readonly failure?: ModelFailure | undefined
  readonly hasSpoken: boolean
  readonly calls: readonly SdkToolCall[]
}

/** Passes on one request's stream. */
export async function* streamModelCall(
  { model, watch, log, offersCameraTool: isLooking }: ModelCallContext,
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
        const given = parseToolArguments(part.input)
        if (isLooking === true && isLook(part)) yield { type: 'look' }
        else if (given === undefined)
          log.warn('A language model called an action with arguments that are no JSON object')
        else yield { type: 'action', name: part.toolName, arguments: given }
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

const isLook = ({ toolName }: SdkToolCall) => toolName === CAMERA_TOOL_NAME

const isToken = ({ type }: SdkPart) => type !== 'stream-start' && type !== 'response-metadata'

/** A stream that ends without the provider's own word for why was cut. */
function finishFailure(
  { finishReason: { unified, raw } }: Extract<SdkPart, { type: 'finish' }>,
  hasSpoken: boolean,
): ModelFailure | undefined {
  if (unified === 'error' || (unified === 'other' && raw === undefined)) return { reason: 'broken_off' }
  return unified === 'content-filter' && !hasSpoken ? { reason: 'withheld' } : undefined
}
