import type { CharacterConfig } from '../../contract/characters.js'
import type { TurnModelRequest } from '../../contract/turn-replays.js'
import type { TurnTrace } from '../../contract/turn-traces.js'
import { applyConfig } from '../characters/apply-config.js'
import { domainError, notFound } from '../errors.js'
import type { Ids } from '../random.js'
import type { AllTraces } from './all-traces.js'
import { startGeneration } from './generate.js'
import { type Prompt, replaceCharacter } from './prompt.js'
import { type RunTurnDeps, runTurn } from './run-turn.js'
import type { TurnStop } from './stop.js'
import type { TurnTraces } from './traces.js'
import type { Transcript, Turn } from './turn.js'

export type ReplayDeps = Omit<RunTurnDeps, 'traces'> & {
  /** Those of this process, in which what is asked again leaves one. */
  readonly traces: Pick<TurnTraces, 'begin' | 'find'>
  readonly allTraces: Pick<AllTraces, 'findPrompt'>
  readonly ids: Pick<Ids, 'uuid'>
}

/** Asks again what was asked in a turn that has a trace. */
export interface TurnReplays {
  /** The request to the provider, with names of variables for its secrets. */
  describeRequest(messageId: string): Promise<TurnModelRequest>
  /**
   * The same prompt for a character with another configuration; it leaves a trace and nothing else. What was found in
   * documents and memories stays as it was. A model that fails is told in the trace.
   */
  retry(messageId: string, config: CharacterConfig, signal: AbortSignal): Promise<TurnTrace>
}

export const createTurnReplays = (deps: ReplayDeps): TurnReplays => ({
  describeRequest: async (messageId) => {
    const { prompt } = await recordedTurn(deps, messageId)
    if (prompt === undefined) return { provider: null, model: null, request: null }
    const { provider = null, model = null } = deps.model.identify?.(prompt.request.character) ?? {}
    return { provider, model, request: (await deps.model.describeRequest?.(prompt.request)) ?? null }
  },
  retry: async (messageId, config, signal) => {
    const { turn, prompt } = await recordedTurn(deps, messageId)
    if (prompt === undefined) throw domainError('noModelAsked')
    const { character } = prompt.request
    const changed = replaceCharacter(prompt, { ...character, ...applyConfig(character, config) })
    const id = deps.ids.uuid()
    const begin: TurnTraces['begin'] = (begun, stop) =>
      deps.traces.begin({ ...begun, input: turn.input, retryOf: turn.retryOf ?? turn.id }, stop)
    const replayed = replayedTurn(deps, { id, turn, prompt: changed })
    const stop = stopWith(signal)
    await runTurn({ ...deps, traces: { begin } }, replayed, {
      signal: stop.signal,
      sink: () => undefined,
    }).finally(stop.release)
    const trace = deps.traces.find(id)
    // Whoever erased the player's data meanwhile has erased the trace, too.
    if (trace === undefined) throw notFound('Turn')
    return { ...trace, remembered: null }
  },
})

async function recordedTurn({ allTraces }: Pick<ReplayDeps, 'allTraces'>, messageId: string) {
  const recorded = await allTraces.findPrompt(messageId)
  if (recorded === undefined) throw notFound('Turn')
  return recorded
}

type Replay = {
  readonly id: string
  readonly turn: Pick<Turn, 'pair' | 'input'>
  readonly prompt: Prompt
}

/** A turn whose prompt is there already and which stores nothing. */
const replayedTurn = (deps: ReplayDeps, { id, turn, prompt }: Replay): Turn => ({
  ...{ id, pair: turn.pair, input: { kind: 'typed', text: turn.input.text } },
  transcript: discardingTranscript(prompt),
  preemptive: {
    text: turn.input.text,
    take: async (_, signal) => ({ prompt, generation: startGeneration(deps, prompt.request, signal) }),
    drop: () => undefined,
  },
})

const discardingTranscript = ({ request: { character } }: Prompt): Transcript => ({
  read: async () => ({ character, messages: [], version: '' }),
  addPlayerMessage: async () => undefined,
  addReply: async () => undefined,
  revise: async () => undefined,
})

/** Stops the model when whoever waits for the reply has left, until it is released. */
function stopWith(left: AbortSignal): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController()
  const abandon = () =>
    stop.abort({ reason: 'abandoned', storedText: '', isRetracted: true } satisfies TurnStop)
  if (left.aborted) abandon()
  else left.addEventListener('abort', abandon, { once: true })
  return { signal: stop.signal, release: () => left.removeEventListener('abort', abandon) }
}
