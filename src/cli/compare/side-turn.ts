import { setTimeout as pause } from 'node:timers/promises'
import { MessageRefusedError, SessionClosedError, UnreachableError } from '../../client/create-client.js'
import type { TurnTrace } from '../../contract/turn-traces.js'
import { type ChatTurn, type ReplyView, type TurnInput, takeTurn } from '../chat/turn.js'
import type { ComparisonSide, SideName, Sides, SideTrace } from './comparison-side.js'

/** What one side made of a message. */
export type SideTurn = ChatTurn & {
  readonly side: SideName
  /** Milliseconds from the message to the first text and to the end of the reply, measured here; null: none came. */
  readonly firstTextMs: number | null
  readonly totalMs: number | null
  readonly trace: SideTrace | null
  /** All of the trace, for a person who asks for it. */
  readonly explained: TurnTrace | null
}

/** Shows the reply of one side while it arrives. */
export type SideView = ReplyView & {
  /** The side is finished with the message, with this error or without one. */
  settle(error: string | null): void
}

/** A refused message is sent again after this time, at most so often: rate limits count the last minute. */
const RETRY_PAUSE_MS = 5000
const MAX_RETRIES = 15

export type TurnOptions = {
  readonly signal: AbortSignal
  /** Called when a message is refused for now and will be sent again; undefined: it is not sent again. */
  readonly onRateLimit?: ((side: SideName) => void) | undefined
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Says something to both sides at once. A side that fails has an error in its turn, and the other goes on. */
export const takeBothTurns = async (
  [a, b]: Sides,
  [viewA, viewB]: readonly [SideView, SideView],
  { input, ...options }: TurnOptions & { readonly input: TurnInput },
): Promise<readonly [SideTurn, SideTurn]> =>
  Promise.all([takeSideTurn(a, viewA, { input, ...options }), takeSideTurn(b, viewB, { input, ...options })])

/** Whether no message can be sent any more. */
export const areBothLost = (sides: Sides): boolean => sides.every(isLost)

const isLost = ({ talk: { session } }: ComparisonSide): boolean => session.state() !== 'connected'

async function takeSideTurn(
  side: ComparisonSide,
  view: SideView,
  { input, ...options }: TurnOptions & { readonly input: TurnInput },
): Promise<SideTurn> {
  const { view: timedView, times } = withTimes(view)
  const turn = await sendUntilAccepted(side, { view: timedView, input, ...options }).catch(
    (error: unknown): ChatTurn => {
      if (!isFailureOfSide(error)) throw error
      view.abort()
      // After a pause that was too long its late replies would be taken for those to the next messages.
      if (error instanceof UnreachableError) side.talk.session.disconnect()
      return failedTurn(input, error.message)
    },
  )
  const { firstTextMs, totalMs } = times(turn)
  view.settle(turn.error)
  const explained = turn.messageId === null ? null : await side.readTrace(turn.messageId)
  return { side: side.name, ...turn, firstTextMs, totalMs, trace: summaryOf(explained), explained }
}

const summaryOf = (trace: TurnTrace | null): SideTrace | null =>
  trace && { provider: trace.provider, model: trace.model, tokens: trace.tokens, times: trace.times }

const isFailureOfSide = (error: unknown): error is Error =>
  [MessageRefusedError, SessionClosedError, UnreachableError].some((kind) => error instanceof kind)

const failedTurn = ({ text, image }: TurnInput, error: string): ChatTurn => ({
  input: text,
  ...(image !== undefined && { image: image.name }),
  reply: '',
  messageId: null,
  actions: [],
  interrupted: false,
  error,
})

type Sending = TurnOptions & { readonly view: ReplyView; readonly input: TurnInput }

async function sendUntilAccepted(
  side: ComparisonSide,
  { view, input, signal, onRateLimit, wait = waitFor }: Sending,
): Promise<ChatTurn> {
  if (isLost(side)) throw new SessionClosedError('lost', 'The connection to the server is lost')
  for (let retries = 0; ; retries += 1) {
    try {
      return await takeTurn(side.talk, view, input)
    } catch (error) {
      const isLimited = error instanceof MessageRefusedError && error.code === 'rate_limited'
      if (!isLimited || onRateLimit === undefined || retries === MAX_RETRIES) throw error
      if (retries === 0) onRateLimit(side.name)
      await wait(RETRY_PAUSE_MS, signal)
    }
  }
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal })

/** The same view; `times` tells how long the first text and the whole reply took since now. */
function withTimes(view: SideView) {
  const started = performance.now()
  const elapsed = () => Math.round((performance.now() - started) * 10) / 10
  let firstTextMs: number | null = null
  const timedView: ReplyView = {
    ...view,
    text: (chunk) => {
      firstTextMs ??= elapsed()
      view.text(chunk)
    },
  }
  const times = ({ reply, error }: ChatTurn) => ({
    firstTextMs,
    totalMs: reply === '' && error !== null ? null : elapsed(),
  })
  return { view: timedView, times }
}
