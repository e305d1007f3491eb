import type { AccountRecord, ApiKeyRecord } from '../../../src/domain/accounts/record.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import type { ConversationRecord, MessageRecord } from '../../../src/domain/conversations/record.js'
import { notFound } from '../../../src/domain/errors.js'
import type { Store } from '../../../src/store/store.js'
import type { StoreState } from './store-state.js'

type Records = {
  accounts: AccountRecord[]
  keys: ApiKeyRecord[]
  characters: CharacterRecord[]
  conversations: ConversationRecord[]
  messages: MessageRecord[]
  lastMessageId: number
}

type Modelled = {
  readonly accounts: Store['accounts']
  readonly keys: Store['keys']
  readonly characters: Store['characters']
  readonly conversations: Store['conversations']
}

/** The store's promises said as plainly as possible: a handful of arrays, looked through from end to end. */
export function createStoreModel() {
  let records: Records = {
    accounts: [],
    keys: [],
    characters: [],
    conversations: [],
    messages: [],
    lastMessageId: 0,
  }
  const notModelled = () => {
    throw new Error('not part of the model')
  }
  const dropConversations = (isGone: (conversation: ConversationRecord) => boolean) => {
    const gone = records.conversations.filter(isGone).map(({ id }) => id)
    records = {
      ...records,
      conversations: records.conversations.filter(({ id }) => !gone.includes(id)),
      messages: records.messages.filter(({ conversationId }) => !gone.includes(conversationId)),
    }
    return gone.length > 0
  }

  const ports: Modelled = {
    accounts: {
      find: notModelled,
      findMany: notModelled,
      findByEmail: notModelled,
      async ensure(candidate) {
        const stored = records.accounts.find(({ email }) => email === candidate.email)
        if (stored === undefined) records = { ...records, accounts: [...records.accounts, candidate] }
        return stored ?? candidate
      },
    },
    keys: {
      findByHash: notModelled,
      list: notModelled,
      recordUse: notModelled,
      async insert(record) {
        records = { ...records, keys: [...records.keys.filter(({ id }) => id !== record.id), record] }
      },
      async remove(owner) {
        const left = records.keys.filter(
          ({ id, accountId }) => id !== owner.id || accountId !== owner.accountId,
        )
        const isRemoved = left.length < records.keys.length
        records = { ...records, keys: left }
        return isRemoved
      },
    },
    characters: {
      find: notModelled,
      findFile: notModelled,
      list: notModelled,
      async insert(record) {
        if (records.characters.some(({ id }) => id === record.id))
          throw new Error(`character ${record.id} is already stored`)
        records = { ...records, characters: [...records.characters, record] }
      },
      async remove(id) {
        const characters = records.characters.filter((character) => character.id !== id)
        const isRemoved = characters.length < records.characters.length
        records = { ...records, characters }
        dropConversations(({ characterId }) => characterId === id)
        return isRemoved
      },
    },
    conversations: {
      find: notModelled,
      list: notModelled,
      stats: notModelled,
      listMessages: notModelled,
      listRemembered: notModelled,
      readTurn: notModelled,
      completeTurn: notModelled,
      findMessages: notModelled,
      nextToExtract: notModelled,
      listUnextracted: notModelled,
      recordSkipped: notModelled,
      listSkipped: notModelled,
      markExtracted: notModelled,
      findTurn: notModelled,
      listPrompts: notModelled,
      findImage: notModelled,
      async findOrCreate(candidate) {
        const stored = records.conversations.find(
          ({ characterId, playerId }) =>
            characterId === candidate.characterId && playerId === candidate.playerId,
        )
        if (stored !== undefined) return stored
        if (!records.characters.some(({ id }) => id === candidate.characterId)) throw notFound('Character')
        records = { ...records, conversations: [...records.conversations, candidate] }
        return candidate
      },
      updateContent: notModelled,
      async append(conversationId, message) {
        const conversation = records.conversations.find(({ id }) => id === conversationId)
        if (conversation === undefined) return undefined
        const lastMessageId = records.lastMessageId + 1
        const record = { id: lastMessageId, conversationId, ...message }
        const moved = {
          ...conversation,
          messageCount: (conversation.messageCount ?? 0) + 1,
          countedUpTo: lastMessageId,
          lastActivity: message.timestamp ?? conversation.lastActivity,
        }
        records = {
          ...records,
          lastMessageId,
          messages: [...records.messages, record],
          conversations: records.conversations.map((one) => (one.id === conversationId ? moved : one)),
        }
        return record
      },
      remove: async ({ characterId, playerId }) =>
        dropConversations((one) => one.characterId === characterId && one.playerId === playerId),
    },
  }

  return {
    ...ports,
    async updateCharacter(id: string, change: (current: CharacterRecord) => CharacterRecord) {
      const current = records.characters.find((character) => character.id === id)
      if (current === undefined) return undefined
      const changed = change(current)
      const characters = records.characters.map((character) => (character.id === id ? changed : character))
      records = { ...records, characters }
      return changed
    },
    snapshot: () => records,
    restore: (snapshot: Records) => {
      records = snapshot
    },
    state: (): StoreState => {
      const { lastMessageId, ...kinds } = records
      const counters = lastMessageId === 0 ? [] : [{ id: 'messages', value: lastMessageId }]
      const filled = Object.entries({ ...kinds, counters }).filter(([, all]) => all.length > 0)
      return Object.fromEntries(
        filled.map(([kind, all]) => [kind, Object.fromEntries(all.map((record) => [record.id, record]))]),
      )
    },
  }
}
