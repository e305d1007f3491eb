import type { Message } from '../../../contract/conversations.js'
import type { ChatSession, TurnInput } from '../turn.js'

/** One player at the character's door. */
export type PlayerSession = {
  readonly talk: ChatSession
  readonly playerId: string
  /** The latest messages of the conversation, the oldest first; null when they are on the screen already. */
  readonly earlierMessages: readonly Message[] | null
  /** What the player said last, for `/retry`. */
  readonly lastInput: LastInput
}

export type LastInput = { get(): TurnInput | null; set(input: TurnInput): void }

export function lastInputIn(messages: readonly Message[]): LastInput {
  const latest = messages.findLast(({ role, content }) => role === 'user' && content !== '')
  let said: TurnInput | null = latest === undefined ? null : { text: latest.content }
  return {
    get: () => said,
    set: (input) => {
      said = input
    },
  }
}

export type OpenSession = (who: {
  readonly playerId: string
  readonly isSpoken: boolean
}) => Promise<ChatSession>
