import type { TurnSummary, TurnTrace } from '../../contract/turn-traces.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { estimateTokens } from '../estimate-tokens.js'
import { truncateText } from './chunks.js'
import { messageTokens, promptTokens } from './fit-prompt.js'
import type { ModelIdentity, ModelReport } from './ports.js'
import type { Prompt } from './prompt.js'
import { stopOf } from './stop.js'
import {
  costOf,
  explainFailure,
  explainMemories,
  explainPassages,
  explainSections,
  explainSpeech,
  offeredActions,
  usageOf,
  waitOf,
} from './trace-details.js'
import type { TimedTurn, TurnEvent } from './turn.js'
import type { TurnMilestone } from './turn-clock.js'

/** What happened in a turn, written down while it runs. */
export interface TurnRecorder {
  record(event: TurnEvent): void
  /** The turn is over. */
  end(): void
}

export type TracedTurn = Pick<TimedTurn, 'id' | 'input' | 'pair' | 'clock'> & {
  /** The turn whose prompt is asked again. */
  readonly retryOf?: string
}
/** What a trace knows by itself; what was remembered afterwards is in the store. */
export type RecordedTrace = Omit<TurnTrace, 'remembered'>

/** The newest turns, in memory: what their models were given, and how long they took. */
export interface TurnTraces {
  begin(turn: TracedTurn, signal: AbortSignal): TurnRecorder
  /** The newest first. */
  list(limit: number): TurnSummary[]
  /** By the id of the reply on the wire, or of a stored message of the turn. */
  find(messageId: string): RecordedTrace | undefined
  /** The turn itself with its prompt, by the same ids; `prompt` is undefined when no model was asked. */
  findPrompt(
    messageId: string,
  ): { readonly turn: TracedTurn; readonly prompt: Prompt | undefined } | undefined
  /** Nothing of this player may be kept. */
  forgetPair(pair: Pair): void
  forgetCharacter(characterId: string): void
  clear(): void
}

type TraceDeps = { readonly clock: Pick<Clock, 'now'> }

const MAX_TRACES = 1000
/** Of the texts that all traces hold, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 16 * 2 ** 20

type Recorded = {
  readonly turn: TracedTurn
  readonly signal: AbortSignal
  readonly startedAt: string
  prompt: Prompt | undefined
  reports: readonly ModelReport[]
  readonly retries: TurnSummary['retries']
  model: ModelIdentity | undefined
  playerMessageId: number | undefined
  replyMessageId: number | undefined
  text: string
  actions: readonly string[]
  characterName: string | null
  failure: string | null
  isOver: boolean
  /** Of its texts, once it is over. */
  textLength: number
}

export function createTurnTraces(deps: TraceDeps): TurnTraces {
  const traces = createTraceRing()
  const recordOf = (messageId: string) =>
    traces
      .all()
      .findLast(({ turn, playerMessageId, replyMessageId }) =>
        [turn.id, String(playerMessageId), String(replyMessageId)].includes(messageId),
      )
  return {
    begin: (turn, signal) => {
      const recorded: Recorded = {
        ...{ turn: withoutPicture(turn), signal, startedAt: deps.clock.now().toISOString() },
        ...{ prompt: undefined, model: undefined, playerMessageId: undefined, replyMessageId: undefined },
        ...{ reports: [], retries: [], text: '', actions: [] },
        ...{ characterName: null, failure: null, isOver: false, textLength: 0 },
      }
      traces.add(recorded)
      return {
        record: (event) => recordEvent(recorded, event),
        end: () => traces.settle(recorded),
      }
    },
    list: (limit) => traces.all().slice(-limit).reverse().map(summaryOf),
    find: (messageId) => {
      const found = recordOf(messageId)
      return found && traceOf(found)
    },
    findPrompt: recordOf,
    forgetPair: ({ characterId, playerId }) =>
      traces.forget(({ turn: { pair } }) => pair.characterId === characterId && pair.playerId === playerId),
    forgetCharacter: (characterId) => traces.forget(({ turn }) => turn.pair.characterId === characterId),
    clear: () => traces.forget(() => true),
  }
}

/** The newest traces of which there may be so many, and so much text; a turn costs the same however many there are. */
function createTraceRing() {
  /** In the order of their beginning. */
  const traces = new Set<Recorded>()
  let textLength = 0
  const drop = (trace: Recorded) => {
    if (traces.delete(trace)) textLength -= trace.textLength
  }
  return {
    all: () => [...traces],
    add: (trace: Recorded) => void traces.add(trace),
    /** To be called when the turn is over: only then it is known how much text there is. */
    settle: (trace: Recorded) => {
      trace.isOver = true
      if (!traces.has(trace)) return
      trace.textLength = textLengthOf(trace)
      textLength += trace.textLength
      for (const oldest of traces) {
        if (traces.size <= MAX_TRACES && textLength <= MAX_TEXT_LENGTH) return
        drop(oldest)
      }
    },
    forget: (isForgotten: (trace: Recorded) => boolean) => {
      for (const trace of traces) if (isForgotten(trace)) drop(trace)
    },
  }
}

/** A picture is larger than all else of a turn, and the trace has no use for it. */
const withoutPicture = ({ id, input, pair, clock, retryOf }: TracedTurn): TracedTurn => ({
  ...{ id, pair, clock },
  input: input.kind === 'picture' ? { ...input, bytes: NO_BYTES } : input,
  ...(retryOf !== undefined && { retryOf }),
})

const NO_BYTES = new Uint8Array()

function recordEvent(recorded: Recorded, event: TurnEvent): void {
  switch (event.type) {
    case 'admitted':
      recorded.characterName = event.character.name
      return
    case 'prompted':
      if (recorded.reports.at(-1)?.type === 'context_too_long') recorded.retries.push(SHORTENED)
      recorded.prompt = event.prompt
      recorded.model = event.model
      recorded.playerMessageId = event.messageId ?? recorded.playerMessageId
      return
    case 'text':
      recorded.text += event.text
      return
    case 'action':
      recorded.actions = [...recorded.actions, event.call.name]
      return
    case 'answered':
      recorded.reports = [...recorded.reports, ...event.reports]
      recorded.retries.push(...event.reports.flatMap(waitOf))
      for (const report of event.reports)
        if (report.type === 'model_chosen' && recorded.model !== undefined)
          recorded.model = { ...recorded.model, model: report.model }
      return
    case 'completed':
      recorded.replyMessageId = event.messageId
      return
    case 'failed':
      recorded.failure = explainFailure(event.error)
  }
}

const textLengthOf = ({ prompt, turn, text }: Recorded): number =>
  turn.input.text.length +
  text.length +
  (prompt?.request.system.length ?? 0) +
  (prompt?.request.messages.reduce((sum, { content }) => sum + content.length, 0) ?? 0)

function summaryOf(trace: Recorded): TurnSummary {
  const { turn, prompt, model, signal } = trace
  const since = (name: string, end: TurnMilestone, begin: TurnMilestone) => {
    const ms = turn.clock.since(end, begin)
    return ms === null ? {} : { [name]: ms }
  }
  const { reports } = trace
  const tokens = {
    request: prompt === undefined ? 0 : promptTokens(prompt.request),
    reply: estimateTokens(trace.text),
  }
  return {
    messageId: turn.id,
    ...(trace.playerMessageId !== undefined && { playerMessageId: trace.playerMessageId }),
    ...(trace.replyMessageId !== undefined && { replyMessageId: trace.replyMessageId }),
    ...turn.pair,
    characterName: trace.characterName,
    kind: turn.input.kind,
    ...(turn.retryOf !== undefined && { retryOf: turn.retryOf }),
    preview: { input: previewOf(turn.input.text), reply: previewOf(trace.text) },
    startedAt: trace.startedAt,
    state: stateOf(trace),
    stoppedBy: signal.aborted ? stopOf(signal).reason : null,
    failure: trace.failure,
    provider: model?.provider ?? null,
    model: model?.model ?? null,
    tokens,
    ...{ usage: usageOf(reports), cost: costOf(trace, tokens) },
    finishReason: reports.findLast((report) => report.type === 'finished')?.reason ?? null,
    retries: [...trace.retries],
    times: {
      ...since('contextMs', 'looked_up', 'taken_up'),
      ...since('askedMs', 'asked', 'taken_up'),
      ...since('firstPartMs', 'first_part', 'asked'),
      ...since('lastPartMs', 'last_part', 'asked'),
      ...since('firstTextMs', 'first_text', 'taken_up'),
      // What is asked again is not stored.
      ...(turn.retryOf === undefined && since('storedMs', 'stored', 'taken_up')),
      ...since('voiceMs', 'voice_engaged', 'taken_up'),
      ...since('firstAudioMs', 'first_audio', 'taken_up'),
      ...since('lastAudioMs', 'all_audio', 'taken_up'),
    },
  }
}

const SHORTENED = { reason: 'context_too_long' as const, waitedMs: 0 }

const PREVIEW_CHARACTERS = 100

const previewOf = (text: string): string => truncateText(text, PREVIEW_CHARACTERS)

function stateOf({ isOver, failure, signal, turn }: Recorded): TurnSummary['state'] {
  if (failure !== null) return 'failed'
  if (signal.aborted) return 'interrupted'
  return isOver || turn.clock.since('stored', 'taken_up') !== null ? 'completed' : 'running'
}

function traceOf(trace: Recorded): RecordedTrace {
  const { turn, prompt, text, actions } = trace
  const request = prompt?.request
  return {
    ...summaryOf(trace),
    text: turn.input.text,
    request:
      request === undefined
        ? null
        : {
            system: request.system,
            messages: request.messages.map((message) => ({
              ...{ role: message.role, content: message.content, tokens: messageTokens(message) },
              imageDescription: message.imageDescription ?? null,
            })),
            actions: request.actions.map(({ name }) => name),
            canLook: request.canLook ?? false,
          },
    spoken: explainSpeech(turn.clock.spoken),
    sections: prompt === undefined ? [] : explainSections(prompt),
    actions: prompt === undefined ? [] : offeredActions(prompt),
    knowledge: {
      documents: [...(request?.knowledge.documents ?? [])],
      isComplete: request?.knowledge.isComplete ?? true,
    },
    memories: prompt === undefined ? [] : explainMemories(prompt),
    passages: prompt === undefined ? [] : explainPassages(prompt),
    leftOut: (prompt?.leftOut ?? []).map((each) => ({ ...each })),
    reply: { text, actions: [...actions] },
  }
}
