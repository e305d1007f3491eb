import type { CharacterRecord } from '../characters/record.js'
import type { DomainError } from '../errors.js'
import type { Log } from '../log.js'
import type { Recalled } from '../memories/search/recall-port.js'
import { declaredCall } from './actions.js'
import { createReplyText, type ReplyText } from './chunks.js'
import { type ContextDeps, gatherContext } from './context.js'
import { type DescribedImage, type DescribeImageDeps, withDescribedImage } from './describe-image.js'
import { fitPrompt, shortenRefusedPrompt } from './fit-prompt.js'
import { type GenerateDeps, type Generation, startGeneration } from './generate.js'
import type { PromptMessage, ReplyPart } from './ports.js'
import { buildPrompt, type Prompt } from './prompt.js'
import { stopOf } from './stop.js'
import type { TurnTraces } from './traces.js'
import type {
  AdmittedTurn,
  CameraPicture,
  TimedTurn,
  TranscriptSnapshot,
  Turn,
  TurnEvent,
  TurnSink,
} from './turn.js'
import { createTurnClock, type TurnClockDeps } from './turn-clock.js'

type TurnDeps = ContextDeps & GenerateDeps & DescribeImageDeps & { readonly log: Log }
export type RunTurnDeps = TurnDeps &
  TurnClockDeps & {
    /** Undefined: the turn leaves no trace. */
    readonly traces: Pick<TurnTraces, 'begin'> | undefined
  }

type TurnEvents<Outcome = void> = AsyncGenerator<TurnEvent, Outcome, undefined>

/** What the character says when its model says nothing: a final is never empty (docs/wire-protocol.md, Reply text). */
export const SILENT_REPLY_TEXT = '...'
/** What the character says when the share has no turns left. */
export const FAREWELL = 'We have come to the end of our time together. Goodbye!'

/** Runs a turn, hands its events to the trace and to the sink, and resolves when both are done with it. */
export async function runTurn(
  deps: RunTurnDeps,
  turn: Turn,
  { signal, sink }: { readonly signal: AbortSignal; readonly sink: TurnSink },
): Promise<void> {
  const clock = turn.clock ?? createTurnClock(deps)
  const timed = { ...turn, clock }
  const trace = deps.traces?.begin(timed, signal)
  try {
    for await (const event of turnEvents(deps, timed, signal)) {
      if (event.type === 'text') clock.mark('first_text')
      else if (event.type === 'completed') clock.mark('stored')
      trace?.record(event)
      await sink(event)
    }
  } finally {
    trace?.end()
  }
}

/**
 * The stages of a turn: admit → context → prompt → generate → deliver → persist (docs/architecture.md, A text turn).
 *
 * The player's message is durable before the first text goes out, and the reply before `completed`. The signal aborts
 * with a `TurnStop`. The turn ends when its sinks are done with the last event, audio included; only then it is known
 * how much of a reply was heard that was stopped after it had been stored.
 */
async function* turnEvents(deps: TurnDeps, turn: TimedTurn, signal: AbortSignal): TurnEvents {
  try {
    turn.clock.mark('taken_up')
    const snapshot = await turn.transcript.read()
    const limit = await turn.countInteraction?.()
    yield { type: 'admitted', character: snapshot.character }
    const running = { turn, snapshot, reply: createReplyText(), signal }
    if (limit !== undefined) yield* sayFarewell(running, limit)
    else if (turn.input.kind === 'line') yield* sayLine(running)
    else yield* answer(deps, running)
  } catch (error) {
    turn.preemptive?.drop()
    yield { type: 'failed', error }
  }
  if (signal.aborted) await turn.transcript.revise(stopOf(signal))
}

type RunningTurn = {
  readonly turn: TimedTurn
  readonly snapshot: TranscriptSnapshot
  readonly reply: ReplyText
  readonly signal: AbortSignal
}

/** As an event; none while there is only white space to send. */
function* textEvent(reply: ReplyText, words: string, isToken = false): Generator<TurnEvent> {
  const text = reply.append(words)
  if (text !== '') yield { type: 'text', text, isToken }
}

/** No model is asked, and nothing is stored. */
async function* sayFarewell({ reply }: RunningTurn, limit: number): TurnEvents {
  yield { type: 'quota_exceeded', limit }
  yield* textEvent(reply, FAREWELL)
  yield { type: 'text_end' }
  yield { type: 'completed' }
}

async function* sayLine(running: RunningTurn): TurnEvents {
  if (running.signal.aborted) return
  yield* textEvent(running.reply, running.turn.input.text)
  yield* finishReply(running, {})
}

async function* answer(deps: TurnDeps, running: RunningTurn): TurnEvents {
  const { input } = running.turn
  const prepared = await (input.kind === 'picture'
    ? prepareReplyToPicture(deps, running, input)
    : prepareReply(deps, running))
  if (prepared === undefined) return
  const first = yield* streamReply(deps, running, prepared)
  const { prompt } = first
  const { failure } = first.wantsPicture ? yield* continueWithPicture(deps, running, prompt) : first
  yield* finishReply(running, { failure, used: prompt.request.memories })
}

function prepareReplyToPicture(
  deps: TurnDeps,
  running: RunningTurn,
  { bytes, text: question }: CameraPicture,
): Promise<AdmittedTurn | undefined> {
  const { snapshot, signal } = running
  const picture = { bytes, character: snapshot.character, question, signal }
  return withDescribedImage(deps, picture, (image) => prepareReply(deps, running, image))
}

/** context → prompt → generate; undefined: there will be no reply. The model starts while the player's message is being stored. */
async function prepareReply(
  deps: TurnDeps,
  { turn, snapshot, signal }: RunningTurn,
  image?: DescribedImage,
): Promise<AdmittedTurn | undefined> {
  const { input, transcript, pair } = turn
  const { text } = input
  const preemptive = await turn.preemptive?.take(snapshot, signal)
  // A reply that was stopped while it waited needs no prompt; the player's message is stored all the same.
  if (signal.aborted) return storeUnanswered(turn, image)
  const query = {
    ...{ snapshot, pair, text, imageDescription: image?.description },
    canLook: turn.requestPicture !== undefined && image === undefined,
    scene: input.kind === 'encounter' ? input.scene : undefined,
  }
  const prompt =
    preemptive?.prompt ??
    fitPrompt(
      buildPrompt(await gatherContext(deps, query, signal)),
      deps.model.identify?.(snapshot.character),
    )
  turn.clock.mark('looked_up')
  if (signal.aborted) return storeUnanswered(turn, image)
  if (image?.failure !== undefined) {
    await storeUnanswered(turn, image)
    throw image.failure
  }

  const stored = transcript.addPlayerMessage({ text, image, memoryBlock: prompt.memoryBlock })
  turn.clock.mark('asked')
  const generation = preemptive?.generation ?? startGeneration(deps, prompt.request, signal)
  try {
    return { prompt, generation, messageId: await stored }
  } catch (error) {
    generation.stop()
    throw error
  }
}

async function storeUnanswered({ transcript, input }: Turn, image?: DescribedImage): Promise<undefined> {
  await transcript.addPlayerMessage({ text: input.text, image })
}

type StreamedReply = { readonly failure?: DomainError | undefined; readonly wantsPicture: boolean }

const STOPPED: StreamedReply = { wantsPicture: false }
/** How often a prompt is shortened that the model finds too long. */
const SHORTENINGS = 2

/** Streams what the model says; it is asked again with a shorter prompt when its context is too short for this one. */
async function* streamReply(
  deps: TurnDeps,
  running: RunningTurn,
  prepared: AdmittedTurn,
): TurnEvents<StreamedReply & { readonly prompt: Prompt }> {
  let attempt = prepared
  for (let left = SHORTENINGS; ; left -= 1) {
    const streamed = yield* streamGeneration(deps, running, attempt)
    const reports = attempt.generation.reports
    yield { type: 'answered', reports }
    const refusal = reports.find((report) => report.type === 'context_too_long')
    const isRefused = left > 0 && streamed.failure !== undefined && refusal !== undefined
    const prompt = isRefused ? shortenRefusedPrompt(attempt.prompt, refusal) : undefined
    if (prompt === undefined) return { ...streamed, prompt: attempt.prompt }
    attempt = { ...attempt, prompt, generation: startGeneration(deps, prompt.request, running.signal) }
  }
}

const UNDECLARED = 'The model called an action in a way the character does not declare; it was dropped'

/** A failure is returned, not thrown: what was delivered must be stored first. */
async function* streamGeneration(
  { log, model }: Pick<TurnDeps, 'log' | 'model'>,
  { turn, snapshot: { character }, reply, signal }: RunningTurn,
  { prompt, generation, messageId }: AdmittedTurn,
): TurnEvents<StreamedReply> {
  let wantsPicture = false
  try {
    yield { type: 'prompted', prompt, messageId, model: model.identify?.(character) }
    for await (const batch of generation.batches) {
      turn.clock.mark('first_part')
      for (const part of batch) {
        if (signal.aborted) return STOPPED
        if (part.type === 'text') yield* textEvent(reply, part.text, true)
        else if (part.type === 'look') wantsPicture = true
        else yield* actionEvents({ log }, character, part)
      }
    }
    return { wantsPicture }
  } catch (failure) {
    // A generation throws nothing else.
    return signal.aborted ? STOPPED : { failure: failure as DomainError, wantsPicture: false }
  } finally {
    generation.stop()
    turn.clock.mark('last_part')
  }
}

function actionEvents(
  { log }: Pick<TurnDeps, 'log'>,
  { id, actions }: CharacterRecord,
  part: Extract<ReplyPart, { type: 'action' }>,
): TurnEvent[] {
  const call = declaredCall(actions, part)
  if (call !== undefined) return [{ type: 'action', call }]
  log.warn(UNDECLARED, { character_id: id })
  return []
}

/**
 * The model wants to see: a picture is asked for and stored as the player's message, and the reply goes on with what it
 * shows, or without when none comes.
 */
async function* continueWithPicture(
  deps: TurnDeps,
  running: RunningTurn,
  prompt: Prompt,
): TurnEvents<StreamedReply> {
  const { turn, snapshot, reply, signal } = running
  const picture = await turn.requestPicture?.(turn.input.text, signal)
  let shown: Pick<PromptMessage, 'content' | 'imageDescription'> = { content: '', imageDescription: null }
  if (picture !== undefined) {
    const question = [turn.input.text, picture.text].filter((words) => words.trim() !== '').join('\n')
    const described = { bytes: picture.bytes, character: snapshot.character, question, signal }
    const image = await withDescribedImage(deps, described, async (found) => {
      await turn.transcript.addPlayerMessage({ text: picture.text, image: found })
      return found
    })
    if (image.failure !== undefined) return { failure: image.failure, wantsPicture: false }
    shown = { content: picture.text, imageDescription: image.description }
  }
  if (signal.aborted) return STOPPED
  const spoken = reply.delivered()
  const messages = [
    ...prompt.request.messages,
    ...(spoken === '' ? [] : [{ role: 'assistant' as const, content: spoken }]),
    { role: 'user' as const, ...shown },
  ]
  const request = { ...prompt.request, messages, canLook: false }
  const generation: Generation = startGeneration(deps, request, signal)
  return yield* streamReply(deps, running, { prompt: { ...prompt, request }, generation })
}

type Outcome = { readonly failure?: DomainError | undefined; readonly used?: Recalled }

/** deliver → persist. Sinks hold `text_end` back until the final may go out; it does when the reply is stored. */
async function* finishReply({ turn, reply, signal }: RunningTurn, { failure, used }: Outcome): TurnEvents {
  if (!signal.aborted) {
    if (failure === undefined && reply.delivered() === '') yield* textEvent(reply, SILENT_REPLY_TEXT)
    yield { type: 'text_end' }
  }
  const stop = signal.aborted ? stopOf(signal) : undefined
  if (stop?.isRetracted === true) return
  const isComplete = failure === undefined && stop === undefined
  const messageId = await turn.transcript.addReply({
    text: stop?.storedText ?? reply.delivered(),
    used,
    isComplete,
  })
  if (failure !== undefined) yield { type: 'failed', error: failure }
  else if (!signal.aborted) yield { type: 'completed', messageId }
}
