import { isObject } from '../../contract/is-object.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { LanguageModel, ModelReport, ReplyPart } from '../../domain/turns/ports.js'
import {
  loggedFailure,
  type ModelFailure,
  namingMissingModel,
  requestFailure,
  streamFailure,
  upstreamError,
} from './failure.js'
import type { ModelChoice } from './model-choice.js'
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
  /** Which model is asked when neither the character nor the request names one. */
  readonly choice: Pick<ModelChoice, 'choose'>
}

/**
 * A language model behind the AI SDK. Calls the providers' `doStream` instead of `streamText`, which buffers all tokens
 * of a reply and delays each by about a millisecond.
 *
 * A reply is one request. If the model calls only tools and writes no text, a second request with the tool results and
 * without tools makes it speak. A failed request fails the turn, but for one: a provider that has had too many requests,
 * and says how long to wait, is asked once more after that, if a player can wait so long.
 */
export function createSdkModel(
  { timers, log, load, choice }: SdkModelDeps,
  provider: ModelProvider,
): LanguageModel {
  const loaded = new Map<string, Promise<SdkModel>>()
  return {
    async *reply(request, wanted, report) {
      wanted.throwIfAborted()
      const watch = createResponseTimeouts({ timers }, provider.patience, wanted)
      try {
        const { llm_model: wantedModel } = request.character
        const modelId = wantedModel === 'default' ? await choice.choose() : wantedModel
        if (wantedModel === 'default' && provider.model === undefined)
          report?.({ type: 'model_chosen', model: modelId })
        const model = await loadModelOnce(loaded, modelId, load)
        const context = { model, watch, log, report, offersCameraTool: offersCameraTool(request) }
        const outcome = yield* replyWithTools(context, toSdkCall(request, provider, watch.signal))
        wanted.throwIfAborted()
        if (outcome === undefined) return
        const expired = watch.expiredLimit()
        const failure = expired === undefined ? namingMissingModel(outcome, modelId) : { reason: expired }
        const sent = [request.system, ...request.messages.map(({ content }) => content)]
        log.warn('A language model failed', { ...loggedFailure(provider, failure, sent), model: modelId })
        if ('contextLimit' in failure && failure.contextLimit !== undefined)
          report?.({ type: 'context_too_long', ...failure.contextLimit })
        throw upstreamError(failure, provider)
      } finally {
        watch.end()
      }
    },
  }
}

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
  readonly report?: ((report: ModelReport) => void) | undefined
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

/** The longest wait that a provider may ask for: a player who waits longer for a reply has gone. */
const RETRY_WAIT_SECONDS = 15

/** Streams one request, and once more after a wait when the provider asks for that. */
export async function* streamModelCall(context: ModelCallContext, call: SdkCall): Parts<CallOutcome> {
  const first = yield* streamRequest(context, call)
  const wait = retryWait(first)
  if (wait === undefined) return first
  await context.watch.pause(wait)
  if (context.watch.signal.aborted) return first
  context.report?.({ type: 'waited', ms: wait * 1000 })
  const second = yield* streamRequest(context, call)
  return second.failure === undefined
    ? second
    : { ...second, failure: { ...second.failure, waitedSeconds: wait } }
}

/** Only of a request that was refused as a whole. */
function retryWait({ failure, hasSpoken, calls }: CallOutcome): number | undefined {
  if (failure?.retryAfterSeconds === undefined || hasSpoken || calls.length > 0) return undefined
  const isTemporary = failure.reason === 'busy' || failure.status === 503 || failure.status === 529
  return isTemporary && failure.retryAfterSeconds <= RETRY_WAIT_SECONDS
    ? failure.retryAfterSeconds
    : undefined
}

async function* streamRequest(
  { model, watch, log, report, offersCameraTool: hasCameraTool }: ModelCallContext,
  call: SdkCall,
): Parts<CallOutcome> {
  const calls: SdkToolCall[] = []
  let hasSpoken = false
  let isStreaming = false
  let hasBegun = false
  let failure: ModelFailure | undefined = CUT_OFF
  try {
    watch.requestSent()
    const { stream } = await model.doStream(call)
    isStreaming = true
    for await (const part of stream) {
      hasBegun ||= !['stream-start', 'finish', 'error'].includes(part.type)
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
        report?.(finishReport(part))
      } else if (part.type === 'error') {
        failure = errorFailure(part.error, hasSpoken)
        break
      }
      watch.awaitNextToken()
    }
    // Nothing of it was a stream of this format.
    if (failure?.reason === 'broken_off' && !hasBegun) failure = { reason: 'garbled' }
  } catch (error) {
    failure = isStreaming ? streamFailure(error) : requestFailure(error)
    if (failure === undefined && !watch.signal.aborted) throw error
    failure ??= CUT_OFF
  }
  return { failure, hasSpoken, calls }
}

/**
 * An error that the provider sends in place of an answer says why there is none; after a part of one, why no more came. An
 * instance of Error is the SDK's own: it found no end.
 */
function errorFailure(error: unknown, hasSpoken: boolean): ModelFailure {
  const failure = streamFailure(error)
  const isRefusal = !hasSpoken && !(error instanceof Error) && failure.reason === 'broken_off'
  return isRefusal ? { ...failure, reason: 'failed' } : failure
}

const CUT_OFF: ModelFailure = { reason: 'broken_off' }

const isCameraCall = ({ toolName }: SdkToolCall) => toolName === CAMERA_TOOL_NAME

const isToken = ({ type }: SdkPart) => type !== 'stream-start' && type !== 'response-metadata'

type FinishPart = Extract<SdkPart, { type: 'finish' }>

/** Google refuses a prompt by an answer without a candidate; its SDK keeps the reason apart. */
const blockReason = ({ providerMetadata }: FinishPart): unknown => {
  const feedback = providerMetadata?.['google']?.['promptFeedback']
  return isObject(feedback) && 'blockReason' in feedback ? feedback.blockReason : undefined
}

/** A stream without the provider's own finish reason was cut off. */
function finishFailure(part: FinishPart, hasSpoken: boolean): ModelFailure | undefined {
  const { unified, raw } = part.finishReason
  const isFiltered = unified === 'content-filter' || typeof blockReason(part) === 'string'
  if (isFiltered) return hasSpoken ? undefined : { reason: 'withheld' }
  return unified === 'error' || (unified === 'other' && raw === undefined) ? CUT_OFF : undefined
}

function finishReport({ finishReason: { unified, raw }, usage }: FinishPart): ModelReport {
  const [input, output] = [usage.inputTokens.total, usage.outputTokens.total]
  return {
    type: 'finished',
    reason: unified === 'other' ? (raw ?? unified) : unified,
    usage: input === undefined || output === undefined ? undefined : { input, output },
  }
}
