import { type TakeTurn, TakeTurnSchema, type TurnRecord, type TurnResponse } from '../../contract/turns.js'
import type { Caller } from '../access.js'
import type { FindCharacterDeps } from '../characters/access.js'
import type { Timers } from '../clock.js'
import { authorizePairChange } from '../conversations/authorize.js'
import { newConversation } from '../conversations/conversations.js'
import { pairKey } from '../conversations/pair-key.js'
import type { ConversationRepository, Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { domainError } from '../errors.js'
import { createKeyedMutex } from '../keyed-mutex.js'
import type { Extractor } from '../memories/extract/extractor.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
import type { Presence } from '../presence.js'
import type { Ids } from '../random.js'
import { truncateText } from '../turns/chunks.js'
import {
  type ConversationTranscriptDeps,
  createConversationTranscript,
  createReadOnlyTranscript,
} from '../turns/conversation-transcript.js'
import { type RunTurnDeps, runTurn } from '../turns/run-turn.js'
import type { TurnStop } from '../turns/stop.js'
import type { Turn, TurnSink } from '../turns/turn.js'
import { createChannel } from '../voice/channel.js'

export type TurnRequestDeps = RunTurnDeps &
  ConversationTranscriptDeps &
  FindCharacterDeps & {
    readonly conversations: Pick<ConversationRepository, 'find' | 'findOrCreate'>
    readonly recall: Pick<MemoryRecall, 'refreshIndex'>
    readonly extractor: Pick<Extractor, 'extract'>
    readonly sessions: Pick<Presence, 'enter'>
    readonly timers: Pick<Timers, 'after' | 'elapsed'>
    readonly ids: Ids
    readonly limits: { readonly messageCharacters: number }
  }

export type TurnRequest = {
  readonly characterId: string
  readonly body: TakeTurn
  /** The client reads each record when it comes; else it gets the last one only. */
  readonly isStreamed: boolean
}

/** Turns that are requested one by one, without a socket. Each is a session of its own. */
export interface TurnRequests {
  /**
   * Resolves when the request is accepted, with the records of its turn. Turns of one pair run one after another.
   * Reading the records throws when the turn fails or takes too long. The signal aborts when the client has left.
   */
  start(caller: Caller, request: TurnRequest, signal: AbortSignal): Promise<AsyncIterable<TurnRecord>>
}

export function createTurnRequests(deps: TurnRequestDeps): TurnRequests {
  const mutex = createKeyedMutex()
  return {
    start: async (caller, request, signal) => {
      const { characterId, body } = request
      const pair = { characterId, playerId: body.playerId }
      await authorizePairChange(deps, caller, pair)
      const opened = await openTurn(deps, caller, request)
      const run = createRun(deps, opened, request)
      const place = deps.sessions.enter(characterId)
      const { timeoutSeconds } = withDefaults(TakeTurnSchema, body, ['timeoutSeconds'])
      const abandon = () => run.stop('abandoned', domainError('serverStopping'))
      const cancelTimeout = deps.timers.after(timeoutSeconds * 1000, () =>
        run.stop('timed_out', domainError('turnTimedOut', timeoutSeconds)),
      )
      signal.addEventListener('abort', abandon, { once: true })
      const finished = mutex.runExclusive(pairKey(pair), run.start).finally(() => {
        cancelTimeout()
        signal.removeEventListener('abort', abandon)
        place.leave()
      })
      place.opened(async () => {
        abandon()
        await finished
      })
      if (signal.aborted) abandon()
      return run.records
    },
  }
}

type OpenedTurn = Pick<Turn, 'input' | 'pair' | 'transcript'> & {
  readonly response: Omit<TurnResponse, 'text' | 'actions'>
  readonly isRemembered: boolean
}

/** Finds the player's conversation, or begins it; a turn that is not remembered begins none. */
async function openTurn(
  deps: TurnRequestDeps,
  { accountId, keyId }: Caller,
  { characterId, body }: TurnRequest,
): Promise<OpenedTurn> {
  const pair: Pair = { characterId, playerId: body.playerId }
  const isRemembered = body.remember ?? true
  const speaker = body.speakerName ?? null
  const text = truncateText(body.message, deps.limits.messageCharacters)
  const sessionId = deps.ids.uuid()
  const conversation = isRemembered
    ? await deps.conversations.findOrCreate(newConversation(deps, pair, keyId))
    : await deps.conversations.find(pair)
  const owner = { accountId, pair, speaker }
  return {
    ...{ pair, isRemembered, input: { kind: 'typed', text } },
    transcript:
      isRemembered && conversation !== undefined
        ? createConversationTranscript(deps, { ...owner, conversationId: conversation.id })
        : createReadOnlyTranscript(deps, { ...owner, conversationId: conversation?.id }),
    response: {
      ...{ messageId: deps.ids.uuid(), sessionId, conversationId: conversation?.id ?? null },
      ...pair,
    },
  }
}

/** One turn with its records, which end when it completes, fails or is stopped. */
function createRun(
  deps: TurnRequestDeps,
  { response, isRemembered, ...turn }: OpenedTurn,
  { isStreamed }: TurnRequest,
) {
  const records = createChannel<TurnRecord>()
  const controller = new AbortController()
  const actions: TurnResponse['actions'] = []
  let text = ''
  let isOver = false

  const sink: TurnSink = (event) => {
    if (controller.signal.aborted) return
    if (event.type === 'action') actions.push(event.call)
    if (event.type === 'text') {
      text += event.text
      records.push({ type: 'text_delta', data: { text: event.text } })
    }
    if (event.type === 'failed') records.fail(event.error)
    if (event.type !== 'completed') return
    // What is stored is stored: it is too late to stop.
    isOver = true
    records.push({ type: 'turn_completed', data: { text, ...response, actions } })
    records.end()
  }
  return {
    records: records.values,
    start: async (): Promise<void> => {
      // It was stopped while it waited for the turns before it: it has not begun, and leaves nothing.
      if (controller.signal.aborted) return
      const running = { ...turn, id: response.messageId }
      const traces = isRemembered ? deps.traces : undefined
      const following = { signal: controller.signal, sink }
      await runTurn({ ...deps, traces }, running, following).catch(records.fail)
      if (!isRemembered) return
      deps.recall.refreshIndex(turn.pair)
      // Never awaited, as at the end of every session: no request waits for it, and it never rejects.
      void deps.extractor.extract(turn.pair)
    },
    stop: (reason: TurnStop['reason'], error: unknown): void => {
      if (isOver || controller.signal.aborted) return
      // A client that waits for the whole reply has received nothing of it yet.
      controller.abort({ reason, storedText: isStreamed ? text : '', isRetracted: false } satisfies TurnStop)
      records.fail(error)
    },
  }
}
