import { setImmediate } from 'node:timers/promises'
import type { CharacterQuery, CharacterStore } from '../domain/characters/ports.js'
import type { CharacterRecord } from '../domain/characters/record.js'
import { conversationRemoval } from './conversations.js'
import type { Database } from './database.js'
import { ownerKey, playerKey, type Tables } from './tables.js'

type CharacterDeps = {
  readonly database: Database
  readonly tables: Pick<Tables, 'characters' | 'conversations' | 'messages'>
}

/** Records searched before others get their turn: about two milliseconds of work. */
const SEARCH_SLICE = 5000

export function createCharacterStore({ database, tables }: CharacterDeps): CharacterStore {
  const { characters, conversations } = tables

  return {
    async insert(record) {
      if (characters.get(record.id) !== undefined) throw new Error(`character ${record.id} is already stored`)
      await database.commit([characters.put(record)])
    },
    find: async (id) => characters.get(id),
    async list(query) {
      const owned = ownedBy(tables, query)
      const matching = query.search === null ? owned : await search(owned, query.search)
      return { characters: pageFromEnd(matching, query), total: matching.length }
    },
    async update(id, change) {
      const current = characters.get(id)
      if (current === undefined) return undefined
      const changed = change(current)
      await database.commit([characters.put(changed)])
      return changed
    },
    async remove(id) {
      if (characters.get(id) === undefined) return false
      const removals = conversations.byCharacter
        .group(id)
        .toReversed()
        .flatMap((conversation) => conversationRemoval(tables, conversation))
      await database.commit([characters.remove([id]), ...removals])
      return true
    },
  }
}

function ownedBy({ characters }: Pick<Tables, 'characters'>, query: CharacterQuery) {
  const owner = { account_id: query.accountId, org_id: query.orgId }
  return query.playerId === null
    ? characters.byOwner.group(ownerKey(owner))
    : characters.byPlayer.group(playerKey({ ...owner, player_id: query.playerId }))
}

async function search(owned: readonly CharacterRecord[], words: string): Promise<CharacterRecord[]> {
  const wanted = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  const isMatch = ({ name, tagline, id }: CharacterRecord) =>
    wanted.test(name) || wanted.test(id) || (tagline !== null && wanted.test(tagline))

  const unchanging = owned.slice()
  const found: CharacterRecord[] = []
  for (let start = 0; start < unchanging.length; start += SEARCH_SLICE) {
    if (start > 0) await setImmediate()
    found.push(...unchanging.slice(start, start + SEARCH_SLICE).filter(isMatch))
  }
  return found
}

const pageFromEnd = <R>(records: readonly R[], { limit, offset }: { limit: number; offset: number }): R[] =>
  records.slice(Math.max(0, records.length - offset - limit), Math.max(0, records.length - offset)).reverse()
