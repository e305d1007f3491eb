import { setImmediate } from 'node:timers/promises'
import type { Database } from './database.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

/**
 * Messages and prompts of conversations that are removed. Nobody finds them without their conversation, so when they are
 * many they need not leave with it in one long change.
 */
export type Orphans = {
  /**
   * The change that removes those of these conversations, to go with the conversations' own. When they are many, only
   * what can be found without its conversation: pictures, by their addresses.
   */
  removalOf(conversationIds: readonly string[]): Change[]
  /** Removes those of these conversations; resolves when that is durable. */
  remove(conversationIds: readonly string[]): Promise<void>
  /** The same of all that is still left over, whoever has begun with it. */
  removeAll(): Promise<void>
  /** Removes those that a crash has left. For the start only. */
  removeAfterCrash(): Promise<void>
}

type OrphanDeps = {
  readonly database: Database
  readonly tables: Pick<Tables, 'conversations' | 'messages' | 'prompts'>
}

/** Records removed before others get their turn: a few milliseconds of work. */
const PIECE = 500

export function createOrphans({ database, tables }: OrphanDeps): Orphans {
  const { conversations, messages, prompts } = tables
  const count = (id: string) => messages.byConversation.count(id) + prompts.byConversation.count(id)

  /** Conversations that are removed, or about to be, of which more is left over than went with them. */
  const left = new Set<string>()
  /** Of these the disk refused to remove some. */
  const refused = new Set<string>()

  const removePiece = (id: string) =>
    database.begin<void>(() => {
      const isGone = conversations.get(id) === undefined
      return { changes: isGone ? pieceOf(tables, id) : undefined, result: undefined }
    })

  const clear = async (conversationIds: readonly string[]): Promise<void> => {
    const written: Promise<void>[] = []
    let hasFailed = false
    for (const id of new Set([...conversationIds, ...refused])) {
      refused.delete(id)
      // It may come back meanwhile, with all that was said: to a checkpoint.
      while (!hasFailed && conversations.get(id) === undefined && count(id) > 0) {
        const { made, durable } = removePiece(id)
        // What the disk refuses is there again, and would be removed for ever. Whoever waits is told below.
        durable.catch(() => {
          hasFailed = true
          refused.add(id)
        })
        written.push(durable)
        // Who removes much need not wait until each piece is durable.
        await made
        await setImmediate()
      }
      if (hasFailed) refused.add(id)
      else left.delete(id)
    }
    await Promise.all(written)
  }
  return {
    removalOf: (conversationIds) => {
      const all = conversationIds.reduce((sum, id) => sum + count(id), 0)
      if (all <= PIECE) return conversationIds.flatMap((id) => pieceOf(tables, id))
      for (const id of conversationIds) left.add(id)
      return picturesOf(tables, conversationIds)
    },
    remove: clear,
    removeAll: () => clear([...left]),
    async removeAfterCrash() {
      const all = [...messages.records.values(), ...prompts.records.values()]
      const gone = all.filter(({ conversationId }) => conversations.get(conversationId) === undefined)
      await clear([...new Set(gone.map(({ conversationId }) => conversationId))])
    },
  }
}

/** The newest first: the last records of a group are the cheapest to take out. */
function pieceOf({ messages, prompts }: OrphanDeps['tables'], conversationId: string): Change[] {
  return [messages, prompts].flatMap((table) => {
    const ids = table.byConversation.slice(conversationId, -PIECE).map(({ id }) => id)
    return ids.length === 0 ? [] : [table.remove(ids.reverse())]
  })
}

function picturesOf({ messages }: OrphanDeps['tables'], conversationIds: readonly string[]): Change[] {
  const said = conversationIds.flatMap((id) => messages.byConversation.slice(id).reverse())
  const ids = said.filter(({ imageFile }) => imageFile !== undefined).map(({ id }) => id)
  return ids.length === 0 ? [] : [messages.remove(ids)]
}
