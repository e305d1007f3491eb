import type { Client } from '../../client/create-client.js'
import { ServiceError } from '../../client/create-client.js'
import type { Character } from '../../contract/characters.js'
import { deleteConversation } from '../../contract/conversations.js'
import { deleteAllMemories } from '../../contract/memories.js'
import { getTurnTrace, type TurnSummary, type TurnTrace } from '../../contract/turn-traces.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import type { ChatSession } from '../chat/turn.js'

export type SideName = 'a' | 'b'

/** What the server recorded of a turn. */
export type SideTrace = Pick<TurnSummary, 'provider' | 'model' | 'tokens' | 'times'>

/** Reads the trace of a reply; null where there is none, as on a hosted service. */
export type ReadTrace = (messageId: string | null) => Promise<TurnTrace | null>

export type ComparisonSide = {
  readonly name: SideName
  /** What sets this side apart: the character's name, or the file and the model of the copy. */
  readonly title: string
  readonly character: Character
  readonly talk: ChatSession
  readonly readTrace: ReadTrace
}

export type Sides = readonly [ComparisonSide, ComparisonSide]

/** A reader that gives up after the first refusal: without access to one trace there is none to any. */
export function createTraceReader(openStaffClient: () => Promise<Client>): ReadTrace {
  let client: Promise<Client | null> | null = null
  return async (messageId) => {
    client ??= openStaffClient().catch(() => null)
    const staff = await client
    if (staff === null || messageId === null) return null
    try {
      return await staff.call(getTurnTrace, { params: { messageId } })
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) client = Promise.resolve(null)
      return null
    }
  }
}

/** Erases all that a character knows of a player. */
export async function forgetPlayer(client: Client, pair: CharacterPlayer): Promise<void> {
  await ignoreMissing(client.call(deleteConversation, { params: pair }))
  await ignoreMissing(client.call(deleteAllMemories, { params: pair, query: { confirm: true } }))
}

async function ignoreMissing(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.status === 404)) throw error
  })
}
