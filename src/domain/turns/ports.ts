import type { Action } from '../../contract/characters.js'
import type { TurnModelRequest } from '../../contract/turn-replays.js'
import type { CharacterRecord } from '../characters/record.js'
import type { MessageRecord } from '../conversations/record.js'
import type { RetrievedKnowledge } from '../knowledge/ports.js'
import type { Recalled } from '../memories/search/recall-port.js'

export type PromptMessage = Pick<MessageRecord, 'role' | 'content'> & {
  /** What a picture shows that the player sent with it; null: a picture was asked for, and none came. */
  readonly imageDescription?: string | null
}

/** An encounter, for the character that speaks next. */
export type Scene = {
  readonly other: Pick<CharacterRecord, 'name' | 'tagline'>
  readonly prompt: string
  /** Lines before this one, of both characters. */
  readonly turn: number
  /** The character speaks for the last time. */
  readonly isLast: boolean
}

/** What a language model is asked: the stub reads the parts, a real model reads `system` and `messages`. */
export type ReplyRequest = {
  readonly character: CharacterRecord
  readonly playerId: string
  /** The system prompt built from the persona, or the character's own, what its documents say, and what it remembers. */
  readonly system: string
  /** The same, in parts. */
  readonly knowledge: RetrievedKnowledge
  readonly memories: Recalled
  /** The last messages of the conversation, oldest first, ending with the player's. */
  readonly messages: readonly PromptMessage[]
  /** How many of these, from the oldest, memories were extracted from: what the others tell is newer than any memory. */
  readonly readMessages: number
  /** Actions the model may call as tools. */
  readonly actions: readonly Action[]
  /** The model may ask to see through the player's camera (`look`). */
  readonly canLook?: boolean
  /** Set when the character talks to another one instead of a player. */
  readonly encounter?: Scene
}

export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'action'; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  /** The model wants to see; what it says then depends on that, so it is asked again with what there is to be seen. */
  | { readonly type: 'look' }

export type ModelIdentity = {
  readonly provider: string
  /** Undefined: the provider has not been asked yet what it has. */
  readonly model: string | undefined
  /** How many tokens fit into its context, reply included; undefined: nobody has said. */
  readonly contextTokens?: number | undefined
  readonly price?: ModelPrice | undefined
}

/** Per million tokens. */
export type ModelPrice = { readonly input: number; readonly output: number; readonly currency: string }

/** What a provider tells about a request besides its reply. */
export type ModelReport =
  | {
      readonly type: 'finished'
      /** Why the model stopped. */
      readonly reason: string
      /** Tokens as the provider counts them; undefined: it does not. */
      readonly usage: TokenUsage | undefined
    }
  /** Of those that the provider has this one was chosen, because nobody has named one. */
  | { readonly type: 'model_chosen'; readonly model: string }
  /** It had had too many requests, and was asked again after the wait that it had named. */
  | { readonly type: 'waited'; readonly ms: number }
  /** It refused the request, because its context is too short for it. */
  | {
      readonly type: 'context_too_long'
      /** What it holds, and what the request has; undefined: it does not say. */
      readonly contextTokens: number | undefined
      readonly requestTokens: number | undefined
    }

export type TokenUsage = { readonly input: number; readonly output: number }

/** A request to a provider, with `$NAME` for each secret. */
export type ProviderRequest = NonNullable<TurnModelRequest['request']>

export interface LanguageModel {
  /**
   * Streams the reply, text as it comes. Stops at once when the signal aborts.
   * Throws a DomainError of kind `upstream` when the provider fails, stalls or refuses.
   */
  reply(
    request: ReplyRequest,
    signal: AbortSignal,
    report?: (report: ModelReport) => void,
  ): AsyncIterable<ReplyPart>
  /** Which provider's model answers for the character. */
  readonly identify?: (character: CharacterRecord) => ModelIdentity
  /** The HTTP request that asks the provider; undefined: the model is not asked over HTTP. */
  readonly describeRequest?: (request: ReplyRequest) => Promise<ProviderRequest | undefined>
}
