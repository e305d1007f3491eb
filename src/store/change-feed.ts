import type { ChangeFeed, ChangingKind, ChangingRecords, RecordChange } from '../domain/change-feed.js'
import type { Pair } from '../domain/conversations/ports.js'
import type { Database, Step } from './database.js'
import { pairOf } from './memory-tables.js'
import type { Tables } from './tables.js'

type Described = { readonly owner?: string | undefined; readonly pair?: Pair | undefined }
type Descriptions = { readonly [Kind in ChangingKind]: (record: ChangingRecords[Kind]) => Described }

/** The changes of the tables as the domain knows them. */
export function createChangeFeed(database: Pick<Database, 'follow'>, tables: Tables): ChangeFeed {
  const descriptions: Descriptions = {
    characters: ({ org_id }) => ({ owner: org_id ?? undefined }),
    conversations: (conversation) => ({ owner: conversation.characterId, pair: conversation }),
    documents: ({ agentId }) => ({ owner: agentId }),
    encounters: () => ({}),
    memories: (memory) => ({ owner: memory.agentId, pair: pairOf(memory) }),
    messages: ({ conversationId }) => ({
      owner: conversationId,
      pair: tables.conversations.get(conversationId),
    }),
    organizations: () => ({}),
  }
  let described: { readonly step: Step; readonly change: RecordChange } | undefined
  /** All who follow a kind are told of a step before anybody is told of the next one. */
  const changeOf = <K extends ChangingKind>(kind: K, step: Step): RecordChange<K> => {
    if (described?.step === step) return described.change as RecordChange<K>
    // The step is one of the table of this kind.
    const { before, after } = step as Pick<RecordChange<K>, 'before' | 'after'>
    const record = after ?? before
    const { owner, pair } = record === undefined ? {} : descriptions[kind](record)
    const change = { kind, owner, pair, id: step.id, version: step.version, before, after } as RecordChange<K>
    described = { step, change: change as RecordChange }
    return change
  }
  return (kinds, listener) => {
    const leave = kinds.map((kind) =>
      database.follow(tables[kind].kind, (step) => listener(changeOf(kind, step))),
    )
    return () => {
      for (const each of leave) each()
    }
  }
}
