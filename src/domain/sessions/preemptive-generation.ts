import type { CharacterRecord } from '../characters/record.js'
import { type ConversationRepository, HISTORY_MESSAGES, type Pair } from '../conversations/ports.js'
import type { MessageRecord, PromptBlock } from '../conversations/record.js'
import type { ReplyPart, ReplyRequest } from './ports.js'
import { type PrepareDeps, prepareRequest } from './reply-request.js'
import { requestReply, type StreamReplyDeps } from './stream-reply.js'

export type PreemptiveGenerationDeps = PrepareDeps &
  Omit<StreamReplyDeps, 'log'> & { readonly conversations: Pick<ConversationRepository, 'listRemembered'> }

export type PreemptiveGenerationRequest = {
  readonly pair: Pair
  readonly conversationId: string
  readonly text: string
  readonly canLook: boolean
  /** Throws when it is gone, or out of reach. */
  readonly authorize: () => Promise<CharacterRecord>
}

/** A model that is being asked already. */
export type PreparedReply = {
  readonly request: ReplyRequest
  readonly prompt: PromptBlock
  readonly parts: AsyncIterable<ReplyPart>
}

/** What a turn is about by the time that it is certain. */
type Certain = {
  readonly character: CharacterRecord
  readonly messages: readonly MessageRecord[]
  readonly signal: AbortSignal
}

/** A model that thinks about what the player has probably said. Nothing of it is told, stored or counted until taken. */
export interface PreemptiveGeneration {
  readonly text: string
  /** Undefined when it failed, or when what it was asked about has changed meanwhile: it is dropped then. */
  take(certain: Certain): Promise<PreparedReply | undefined>
  drop(): void
}

/** Asks the model before the player is certain to be done (docs/voice.md, Preemptive generation). */
export function startPreemptiveGeneration(
  deps: PreemptiveGenerationDeps,
  question: PreemptiveGenerationRequest,
): PreemptiveGeneration {
  const { text } = question
  const stop = new AbortController()
  const drop = () => stop.abort('dropped')
  const prepared = prepare(deps, question, stop.signal).catch(() => undefined)
  return {
    text,
    drop,
    take: async ({ character, messages, signal }) => {
      const found = await prepared
      const isSame =
        found?.character === character && found.messages.at(-1)?.id === messages.at(-1)?.id && !signal.aborted
      if (found === undefined || !isSame) {
        drop()
        return undefined
      }
      signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true })
      return found
    },
  }
}

async function prepare(
  deps: PreemptiveGenerationDeps,
  question: PreemptiveGenerationRequest,
  signal: AbortSignal,
) {
  const { pair, text, canLook, conversationId } = question
  const [character, messages] = await Promise.all([
    question.authorize(),
    deps.conversations.listRemembered(conversationId, HISTORY_MESSAGES),
  ])
  const { request, prompt } = await prepareRequest(deps, { character, pair, text, messages, canLook }, signal)
  if (signal.aborted) return undefined
  return { request, prompt, character, messages, parts: requestReply(deps, request, signal) }
}
