import type { Pair } from '../../conversations/ports.js'
import type { ConversationRecord } from '../../conversations/record.js'
import { notFound } from '../../errors.js'
import type { UnitOfWork, UnitWrite } from '../../unit-of-work.js'
import type { NewMemoryEvent } from '../ports.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'

/** What a change writes: the changed memories, their events, and the core facts that follow from them. */
export type MemoryWrite = {
  readonly memories: readonly MemoryRecord[]
  readonly events: readonly NewMemoryEvent[]
  readonly facts: readonly CoreFactRecord[]
  /** Ids of core facts that no longer hold. */
  readonly removedFactIds: readonly string[]
  /** With its extraction cursor moved on. */
  readonly conversation?: ConversationRecord
}

/** The state that a change decides on. */
export type MemoryView = {
  /** By id: the requested memories that belong to the pair. */
  readonly memories: ReadonlyMap<string, MemoryRecord>
  readonly facts: readonly CoreFactRecord[]
  /** Undefined while there is none, and after it was deleted. */
  readonly conversation: ConversationRecord | undefined
}

/**
 * Changes memories of a pair as one atomic change; resolves with what `decide` returned, which may say more than what is
 * to be written. Rejects with `not_found` when the character was deleted, so that nothing is left behind. Nothing is
 * written when `decide` throws.
 */
export const changeMemories = <Write extends MemoryWrite>(
  { transact }: UnitOfWork,
  { pair, ids = [] }: { readonly pair: Pair; readonly ids?: readonly string[] },
  decide: (view: MemoryView) => Write,
): Promise<Write> =>
  transact(
    {
      character: { kind: 'characters', id: pair.characterId },
      known: { kind: 'memories', ids },
      facts: { group: 'coreFactsOfPair', of: pair },
      conversations: { group: 'conversationOfPair', of: pair },
    },
    ({ character, known, facts, conversations: [conversation] }) => {
      if (character === undefined) throw notFound('Character')
      const own = known.filter((memory) => isOfPair(memory, pair))
      const result = decide({
        memories: new Map(own.map((memory) => [memory.id, memory])),
        facts,
        conversation,
      })
      return { writes: writesOf(result), result }
    },
  )

const isOfPair = ({ agentId, playerId }: MemoryRecord, pair: Pair): boolean =>
  agentId === pair.characterId && playerId === pair.playerId

const writesOf = ({ memories, events, facts, removedFactIds, conversation }: MemoryWrite): UnitWrite[] => [
  ...memories.map((put) => ({ kind: 'memories' as const, put })),
  ...events.map((append) => ({ kind: 'memoryEvents' as const, append })),
  ...(removedFactIds.length > 0 ? [{ kind: 'coreFacts' as const, remove: removedFactIds }] : []),
  ...facts.map((put) => ({ kind: 'coreFacts' as const, put })),
  ...(conversation === undefined ? [] : [{ kind: 'conversations' as const, put: conversation }]),
]
