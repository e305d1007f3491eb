import type { Action } from '../../contract/characters.js'
import type { ServerEventName, ServerEvents } from '../../contract/events.js'
import type { CharacterRecord } from '../characters/record.js'
import type { MessageRecord } from '../conversations/record.js'
import type { RetrievedKnowledge } from '../knowledge/ports.js'
import type { Recalled } from '../memories/search/recall-port.js'

export type PromptMessage = Pick<MessageRecord, 'role' | 'content'> & {
  /** What a picture shows that the player sent with it; null: a picture was asked for, and none came. */
  readonly imageDescription?: string | null
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
  readonly encounter?: {
    readonly other: Pick<CharacterRecord, 'name' | 'tagline'>
    /** The scene. */
    readonly prompt: string
    /** Lines that were said before, of both. */
    readonly turn: number
    /** The character speaks for the last time. */
    readonly isLast: boolean
  }
}

export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'action'; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  /** The model wants to see; what it says then depends on that, so it is asked again with what there is to be seen. */
  | { readonly type: 'look' }

export interface LanguageModel {
  /**
   * Streams the reply, text as it comes. Stops at once when the signal aborts.
   * Throws a DomainError of kind `upstream` when the provider fails, stalls or refuses.
   */
  reply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyPart>
}

/** The client's end of a session. */
export interface SessionPeer {
  emit<Name extends ServerEventName>(event: Name, payload: ServerEvents[Name]): void
  /** Closes the whole transport, after what was emitted has gone out. */
  close(): void
  /** Hz of its microphone; undefined: the rate of the session. */
  readonly microphoneRate?: number
}
