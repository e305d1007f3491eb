import type { CharacterRecord } from '../characters/record.js'
import type { Pair } from '../conversations/ports.js'
import type { MessageRecord, PromptBlock } from '../conversations/record.js'
import type { DocumentRecord } from '../documents/record.js'
import type { KnownOfPair, Recalled } from '../memories/search/recall-port.js'
import type { ActionCall } from './actions.js'
import type { DescribedImage } from './describe-image.js'
import type { Generation } from './generate.js'
import type { ModelIdentity, ModelReport, Scene } from './ports.js'
import type { Prompt } from './prompt.js'
import type { TurnStop } from './stop.js'
import type { TurnClock } from './turn-clock.js'

/** A picture as the player sent it, not decoded yet. */
export type CameraPicture = {
  readonly bytes: Uint8Array
  /** What the player says with it; empty: nothing. */
  readonly text: string
}

/** What a character answers, or says as it is given. */
export type TurnInput =
  | { readonly kind: 'typed' | 'transcript'; readonly text: string }
  | ({ readonly kind: 'picture' } & CameraPicture)
  /** A scripted line of the character; no model is asked. */
  | { readonly kind: 'line'; readonly text: string }
  /** What another character says to this one. */
  | { readonly kind: 'encounter'; readonly text: string; readonly scene: Scene }

/** One turn before it runs. */
export type Turn = {
  /** The id of the reply on the wire. */
  readonly id: string
  readonly input: TurnInput
  readonly pair: Pair
  readonly transcript: Transcript
  /** Counts the turn for a share; resolves with the share's cap, without counting, when its turns are used up. */
  readonly countInteraction?: (() => Promise<number | undefined>) | undefined
  /** Asks the client for a picture; undefined: the client has no camera. */
  readonly requestPicture?: RequestPicture | undefined
  /** The model is being asked about the same text already. */
  readonly preemptive?: PreemptiveGeneration | undefined
  /** Undefined: it is measured from the moment it is taken up. */
  readonly clock?: TurnClock | undefined
}

/** Resolves with undefined when no picture comes in time, when it cannot be read, or when the signal aborts. */
export type RequestPicture = (question: string, signal: AbortSignal) => Promise<CameraPicture | undefined>

/** Where the messages of a turn are read from and stored. */
export interface Transcript {
  /** Reads what a turn begins with. Throws when the character is gone or no longer accessible. */
  read(): Promise<TranscriptSnapshot>
  /** Resolves when it is durable, with the id of what was stored. */
  addPlayerMessage(message: PlayerMessage): Promise<number | undefined>
  /**
   * Stores the reply and the use of memories; resolves when both are durable, with the id of what was stored. An empty
   * text is not stored.
   */
  addReply(reply: ReplyMessage): Promise<number | undefined>
  /** Brings what was stored of the turn in line with how it was stopped. */
  revise(stop: TurnStop): Promise<void>
}

export type TranscriptSnapshot = {
  readonly character: CharacterRecord
  /** The newest messages, oldest first. */
  readonly messages: readonly MessageRecord[]
  /** What was read with them of the character's documents, oldest first. */
  readonly documents?: readonly DocumentRecord[]
  /** What was read with them of what the character remembers. */
  readonly known?: KnownOfPair
  /** Equal for two snapshots that would give the same prompt. */
  readonly version: string
}

/** A model that is asked about what the player has probably said. Nothing of it is sent, stored or counted until taken. */
export interface PreemptiveGeneration {
  readonly text: string
  /** Undefined when it failed, or when what it was asked about has changed meanwhile: it is dropped then. */
  take(snapshot: TranscriptSnapshot, signal: AbortSignal): Promise<PreparedReply | undefined>
  drop(): void
}

export type PreparedReply = { readonly prompt: Prompt; readonly generation: Generation }
/** With the id under which the player's message was stored. */
export type AdmittedTurn = PreparedReply & { readonly messageId?: number | undefined }

export type PlayerMessage = {
  readonly text: string
  /** Undefined: no model is asked about it. */
  readonly memoryBlock?: PromptBlock | undefined
  readonly image?: DescribedImage | undefined
}

export type ReplyMessage = {
  readonly text: string
  /** What the prompt held of memory; undefined: there was no prompt. */
  readonly used: Recalled | undefined
  /** False: it failed, or was stopped. */
  readonly isComplete: boolean
}

/** What a turn with a clock has. */
export type TimedTurn = Turn & { readonly clock: TurnClock }

/** What a turn does, in order. Sinks follow it; what a sink waits for holds back what comes next. */
export type TurnEvent =
  | { readonly type: 'admitted'; readonly character: CharacterRecord }
  /** The share by which the player talks has no turns left; the character says goodbye. */
  | { readonly type: 'quota_exceeded'; readonly limit: number }
  /** The model is asked; again when it wants to see a picture, and when its context is too short for the prompt. */
  | {
      readonly type: 'prompted'
      readonly prompt: Prompt
      readonly model: ModelIdentity | undefined
      readonly messageId: number | undefined
    }
  /** Text as clients can append it. `isToken`: it comes from a model's stream. */
  | { readonly type: 'text'; readonly text: string; readonly isToken: boolean }
  | { readonly type: 'action'; readonly call: ActionCall }
  /** The model has answered, or failed to. */
  | { readonly type: 'answered'; readonly reports: readonly ModelReport[] }
  /** No text follows. */
  | { readonly type: 'text_end' }
  /** All of it is stored: the client may take it for finished. */
  | { readonly type: 'completed'; readonly messageId?: number | undefined }
  /** The text so far is stored. */
  | { readonly type: 'failed'; readonly error: unknown }

export type TurnSink = (event: TurnEvent) => void | Promise<void>

/**
 * `admitted`: it waits, or its prompt is prepared. `generating`: text is still to come. `delivering`: all text is out, and
 * audio is still being sent or played. The others are final.
 */
export type TurnState = 'admitted' | 'generating' | 'delivering' | 'delivered' | 'interrupted' | 'failed'
