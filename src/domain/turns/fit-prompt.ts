import { estimateTokens } from '../estimate-tokens.js'
import type { Recalled } from '../memories/search/recall-port.js'
import type { ModelIdentity, ModelReport, ReplyRequest } from './ports.js'
import { composePrompt, type LeftOut, type Prompt } from './prompt.js'

/** The estimate counts characters, so a part of the context stays free for what it gets wrong. */
const SAFE_SHARE = 0.9
/** A model that does not say how much is too much gets this share of the prompt that it refused. */
const BLIND_SHARE = 0.5
/** The newest of the conversation, which stay longest: without them a reply answers nothing. */
const LAST_MESSAGES = 4

/** Cuts a prompt that cannot fit into the model's context beside the longest reply. */
export function fitPrompt(prompt: Prompt, model: Pick<ModelIdentity, 'contextTokens'> | undefined): Prompt {
  const contextTokens = model?.contextTokens
  if (contextTokens === undefined) return prompt
  return shortenPrompt(prompt, (contextTokens - replyTokens(prompt, contextTokens)) * SAFE_SHARE)
}

/** Cuts a prompt that the model has refused for its length; undefined when nothing is left that may be cut. */
export function shortenRefusedPrompt(
  prompt: Prompt,
  { contextTokens, requestTokens }: Extract<ModelReport, { type: 'context_too_long' }>,
): Prompt | undefined {
  const estimated = promptTokens(prompt.request)
  const perEstimated = Math.max(1, (requestTokens ?? estimated) / estimated)
  const target =
    contextTokens === undefined
      ? estimated * BLIND_SHARE
      : ((contextTokens - replyTokens(prompt, contextTokens)) * SAFE_SHARE) / perEstimated
  const shorter = shortenPrompt(prompt, Math.min(target, estimated - 1))
  return shorter === prompt ? undefined : shorter
}

/** At least half of the context belongs to the prompt, however long the character may talk. */
const replyTokens = ({ request }: Prompt, contextTokens: number): number =>
  Math.min(request.character.llm_max_tokens, contextTokens / 2)

export const promptTokens = ({ system, messages }: Pick<ReplyRequest, 'system' | 'messages'>): number =>
  messages.reduce((sum, message) => sum + messageTokens(message), estimateTokens(system))

export const messageTokens = ({ content, imageDescription }: ReplyRequest['messages'][number]): number =>
  estimateTokens(content) + estimateTokens(imageDescription ?? '')

type Cut = { readonly kind: LeftOut['kind']; readonly tokens: number; readonly key: object }

/**
 * Leaves out, one by one until the rest fits: the oldest messages but the last four, earlier turns that were recalled
 * (the oldest first), memories (the least relevant first), passages (the last first), and the last messages before what
 * the player says now. Persona, core facts, scene and the player's message stay, even if they alone are too long.
 */
function shortenPrompt(prompt: Prompt, target: number): Prompt {
  const { system: _system, ...request } = prompt.request
  let excess = promptTokens(prompt.request) - target
  const cuts: Cut[] = []
  for (const candidate of inOrderOfLoss(request)) {
    if (excess <= 0) break
    cuts.push(candidate)
    excess -= candidate.tokens
  }
  if (cuts.length === 0) return prompt
  const gone: ReadonlySet<object> = new Set(cuts.map(({ key }) => key))
  const isLeft = (each: object) => !gone.has(each)
  const messages = request.messages.filter(isLeft)
  const excerpts = request.knowledge.excerpts.filter(isLeft)
  const isComplete = request.knowledge.isComplete && excerpts.length === request.knowledge.excerpts.length
  return composePrompt({
    ...request,
    messages,
    readMessages: Math.max(0, request.readMessages - (request.messages.length - messages.length)),
    memories: withoutMemories(request.memories, isLeft),
    knowledge: { ...request.knowledge, excerpts, isComplete },
    leftOut: [...(prompt.leftOut ?? []), ...summarize(cuts)],
  })
}

const withoutMemories = (recalled: Recalled, isLeft: (each: object) => boolean): Recalled => ({
  ...recalled,
  memories: recalled.memories.filter(isLeft),
  turns: recalled.turns.filter(isLeft),
})

function inOrderOfLoss({ messages, memories, knowledge }: Omit<ReplyRequest, 'system'>): readonly Cut[] {
  const before = messages.slice(0, -1).map((message) => ({
    ...{ kind: 'message' as const, tokens: messageTokens(message), key: message },
  }))
  const last = Math.max(0, before.length - LAST_MESSAGES)
  const turns = memories.turns.map((turn) => ({
    ...{ kind: 'turn' as const, tokens: estimateTokens(turn.text), key: turn },
  }))
  const remembered = memories.memories.map((memory) => ({
    ...{ kind: 'memory' as const, tokens: estimateTokens(memory.content), key: memory },
  }))
  const passages = knowledge.excerpts.map((excerpt) => ({
    ...{ kind: 'passage' as const, tokens: estimateTokens(excerpt.passage.text), key: excerpt },
  }))
  return [
    ...before.slice(0, last),
    ...turns,
    ...remembered.reverse(),
    ...passages.reverse(),
    ...before.slice(last),
  ]
}

const KINDS = ['message', 'turn', 'memory', 'passage'] as const

const summarize = (cuts: readonly Cut[]): readonly LeftOut[] =>
  KINDS.map((kind) => ({ kind, of: cuts.filter((cut) => cut.kind === kind) }))
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => ({
      ...{ kind, count: of.length, reason: 'context' as const },
      tokens: of.reduce((sum, { tokens }) => sum + tokens, 0),
    }))
