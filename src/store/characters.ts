import { setImmediate } from 'node:timers/promises'
import { insertCharacter } from '../domain/characters/insert-character.js'
import type { CharacterQuery, CharacterRepository } from '../domain/characters/ports.js'
import type { CharacterRecord } from '../domain/characters/record.js'
import type { UnitOfWork } from '../domain/unit-of-work.js'
import { acquaintanceRemoval } from './acquaintances.js'
import type { Database } from './database.js'
import { documentRemoval } from './documents.js'
import { type EncounterTables, encountersOfCharacterRemoval } from './encounters.js'
import { memoriesOfCharacterRemoval } from './memories.js'
import type { MemoryTables } from './memory-tables.js'
import type { Orphans } from './orphans.js'
import { ownerKey } from './owner-key.js'
import { type ShareTables, sharesOfCharacterRemoval } from './shares.js'
import type { Change } from './table.js'
import { playerKey, type Tables } from './tables.js'

type CharacterDeps = UnitOfWork & {
  readonly database: Database
  readonly tables: RemovableTables
  readonly leftovers: Pick<Orphans, 'removalOf' | 'remove'>
}
type RemovableTables = Pick<Tables, 'characters' | 'documents' | 'conversations'> &
  MemoryTables &
  ShareTables &
  EncounterTables

const NOTHING = { changes: [], conversationIds: [] }

/** Records searched before others get their turn: about two milliseconds of work. */
const SEARCH_SLICE = 5000

export function createCharacterRepository({
  database,
  tables,
  leftovers,
  transact,
}: CharacterDeps): CharacterRepository {
  const { characters } = tables

  return {
    insert: (record, copies = { documents: [], sources: [] }, alongside = []) =>
      insertCharacter({ transact }, { record, copies, alongside }),
    find: async (id) => characters.get(id),
    async list(query) {
      const { index, group } = owned(tables, query)
      const total = index.count(group)
      if (query.search !== null) return search(index.slice(group), query, query.search)
      const page = index.slice(group, ...fromEnd(total, query))
      return { characters: page.reverse(), total }
    },
    async remove(id) {
      const left = await database.decide(() => {
        const orgId = characters.get(id)?.org_id
        if (orgId === undefined) return { result: undefined }
        const said = conversationsOf(tables, id)
        const known =
          orgId === null ? NOTHING : acquaintanceRemoval({ tables, leftovers }, { orgId, characterIds: [id] })
        const changes = [...characterRemoval({ tables, leftovers }, id), ...known.changes]
        return { changes, result: [...said, ...known.conversationIds] }
      })
      if (left === undefined) return false
      await leftovers.remove(left)
      return true
    },
    findFile: async (file) => characters.shown.get(file),
  }
}

/** Newest first, because the last record of a group is the cheapest to take out. */
const conversationsOf = ({ conversations }: Pick<Tables, 'conversations'>, characterId: string): string[] =>
  conversations.byCharacter
    .slice(characterId)
    .map(({ id }) => id)
    .reverse()

type Removing = { readonly tables: RemovableTables; readonly leftovers: Pick<Orphans, 'removalOf'> }

/** All but what was said in its conversations, when that is much: it is left over. */
export function characterRemoval({ tables, leftovers }: Removing, id: string): Change[] {
  const told = memoriesOfCharacterRemoval(tables, id)
  const shared = sharesOfCharacterRemoval(tables, id)
  const met = encountersOfCharacterRemoval(tables, id)
  const talks = conversationsOf(tables, id)
  const said = [
    ...leftovers.removalOf(talks),
    ...(talks.length === 0 ? [] : [tables.conversations.remove(talks)]),
  ]
  return [tables.characters.remove([id]), ...documentRemoval(tables, id), ...said, ...told, ...shared, ...met]
}

function owned({ characters }: Pick<Tables, 'characters'>, query: CharacterQuery) {
  const owner = { account_id: query.accountId, org_id: query.orgId }
  return query.playerId === null
    ? { index: characters.byOwner, group: ownerKey(owner) }
    : { index: characters.byPlayer, group: playerKey({ ...owner, player_id: query.playerId }) }
}

type Page = Pick<CharacterQuery, 'limit' | 'offset'>

async function search(owned: readonly CharacterRecord[], page: Page, words: string) {
  const wanted = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  const isMatch = ({ name, tagline, id }: CharacterRecord) =>
    wanted.test(name) || wanted.test(id) || (tagline !== null && wanted.test(tagline))

  const found: CharacterRecord[] = []
  for (let start = 0; start < owned.length; start += SEARCH_SLICE) {
    if (start > 0) await setImmediate()
    found.push(...owned.slice(start, start + SEARCH_SLICE).filter(isMatch))
  }
  return { characters: found.slice(...fromEnd(found.length, page)).reverse(), total: found.length }
}

/** The newest are last: where the page that leaves out `offset` of them begins and ends. */
const fromEnd = (length: number, { limit, offset }: Page): [start: number, end: number] => [
  Math.max(0, length - offset - limit),
  Math.max(0, length - offset),
]
