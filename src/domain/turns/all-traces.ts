import type { TurnSummary } from '../../contract/turn-traces.js'
import { domainError } from '../errors.js'
import type { RecallReason } from '../memories/search/recall-port.js'
import type { Peers } from '../peers.js'
import type { Prompt } from './prompt.js'
import type { RecordedTrace, TracedTurn, TurnTraces } from './traces.js'

/** The turn with its prompt, which is undefined when no model was asked. */
export type RecordedPrompt = {
  readonly turn: Pick<TracedTurn, 'id' | 'input' | 'pair' | 'retryOf'>
  readonly prompt: Prompt | undefined
}

/** The newest turns of all processes that serve the same records; each has its own in memory. */
export interface AllTraces {
  /** The newest first. `silent`: how many processes have not answered, whose turns are missing. */
  list(limit: number): Promise<{ readonly turns: readonly TurnSummary[]; readonly silent: number }>
  /** As in `TurnTraces`. Throws when it is not there, and one that may have it has not answered. */
  find(messageId: string): Promise<RecordedTrace | undefined>
  findPrompt(messageId: string): Promise<RecordedPrompt | undefined>
}

type Question =
  | { readonly type: 'list'; readonly limit: number }
  | { readonly type: 'find'; readonly id: string }

/** Everything of a turn, as one process tells it to another one. */
type ToldTurn = RecordedPrompt & { readonly trace: RecordedTrace }

type OwnTraces = Pick<TurnTraces, 'list' | 'find' | 'findPrompt'>

export function createAllTraces(own: OwnTraces, peers: Peers | undefined): AllTraces {
  peers?.answerWith((question) => answer(own, JSON.parse(question) as Question))
  const ask = (question: Question) =>
    peers?.ask(JSON.stringify(question), question.type === 'find' ? 'first' : 'all') ??
    Promise.resolve({ answers: [], silent: 0 })
  const findElsewhere = async (id: string): Promise<ToldTurn | undefined> => {
    const { answers, silent } = await ask({ type: 'find', id })
    const [found] = answers
    if (found !== undefined) return decode(found)
    if (silent > 0) throw domainError('serversSilent', silent)
    return undefined
  }
  return {
    async list(limit) {
      const { answers, silent } = await ask({ type: 'list', limit })
      const others = answers.flatMap((text) => JSON.parse(text) as TurnSummary[])
      const turns = [...own.list(limit), ...others].sort((a, b) => compareTexts(b.startedAt, a.startedAt))
      return { turns: turns.slice(0, limit), silent }
    },
    find: async (messageId) => own.find(messageId) ?? (await findElsewhere(messageId))?.trace,
    findPrompt: async (messageId) => own.findPrompt(messageId) ?? findElsewhere(messageId),
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function answer(own: OwnTraces, question: Question): string | undefined {
  if (question.type === 'list') return JSON.stringify(own.list(question.limit))
  const trace = own.find(question.id)
  const found = own.findPrompt(question.id)
  return trace === undefined || found === undefined ? undefined : encode({ ...found, trace })
}

/** Of the prompt, JSON lacks the maps; a picture was never kept. */
function encode({ trace, prompt, turn: { id, input, pair, retryOf } }: ToldTurn): string {
  const memories = prompt?.request.memories
  const found = { scores: [...(memories?.scores ?? [])], reasons: [...(memories?.reasons ?? [])] }
  return JSON.stringify({ trace, prompt, turn: { id, input, pair, retryOf }, found })
}

type Told = ToldTurn & {
  readonly found: {
    readonly scores: readonly (readonly [string, number])[]
    readonly reasons: readonly (readonly [string, RecallReason])[]
  }
}

function decode(text: string): ToldTurn {
  const { trace, prompt, turn, found } = JSON.parse(text) as Told
  const input = turn.input.kind === 'picture' ? { ...turn.input, bytes: new Uint8Array() } : turn.input
  if (prompt === undefined) return { trace, prompt, turn: { ...turn, input } }
  const { scores, reasons, ...memories } = prompt.request.memories
  const recalled = {
    ...memories,
    ...(scores !== undefined && { scores: new Map(found.scores) }),
    ...(reasons !== undefined && { reasons: new Map(found.reasons) }),
  }
  return {
    trace,
    turn: { ...turn, input },
    prompt: { ...prompt, request: { ...prompt.request, memories: recalled } },
  }
}
