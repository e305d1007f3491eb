import type { Client, OperationInput, OperationResult } from '../../client/create-client.js'
import { listMemories, MEMORY_STATUSES, type Memory, type MemoryStatus } from '../../contract/memories.js'
import { memoriesAsOf } from '../../contract/memory-history.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import { ambiguousNameError } from '../errors/command-error.js'
import { createPlayerReader, readAllPlayers } from '../players/read-players.js'
import { SHORT_ID } from './memory-view.js'

/** The most that one page may hold. */
const PAGE = 200

export type MemoryPage = OperationResult<typeof listMemories>
type Filter = Omit<NonNullable<OperationInput<typeof listMemories>['query']>, 'limit' | 'offset'>
type Place = { readonly limit?: number; readonly offset?: number }
type ReadPage = (place: Place) => Promise<MemoryPage>

/** All memories of a player, page by page. One that moves to another page meanwhile is told once. */
export const readMemories = (
  client: Client,
  params: CharacterPlayer,
  filter: Filter,
): AsyncGenerator<Memory> =>
  readPages((place) => client.call(listMemories, { params, query: { ...filter, ...place } }))

async function* readPages(readPage: ReadPage): AsyncGenerator<Memory> {
  const told = new Set<string>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await readPage({ limit: PAGE, offset })
    for (const memory of page.memories) {
      if (told.has(memory.id)) continue
      told.add(memory.id)
      yield memory
    }
    if (page.memories.length < PAGE || offset + PAGE >= page.total) return
  }
}

type Everyone = {
  readonly characterId: string
  readonly filter: Filter
  readonly onIncomplete: () => void
}

/** The same of everyone of whom there are memories, the last active first. */
async function* readMemoriesOfAllPlayers(
  client: Client,
  { characterId, filter, onIncomplete }: Everyone,
): AsyncGenerator<Memory> {
  const { players, complete } = await readAllPlayers(createPlayerReader(client, characterId))
  if (!complete) onIncomplete()
  for (const { playerId, memoryCount } of players) {
    if (memoryCount !== 0) yield* readMemories(client, { characterId, playerId }, filter)
  }
}

type MemoryQuery = {
  readonly characterId: string
  /** Null: every player. */
  readonly playerId: string | null
  readonly filter: Omit<Filter, 'status'>
  /** Null: as the service does when it is not told. Of several everything is read. */
  readonly statuses: readonly MemoryStatus[] | null
  /** Null: everything. */
  readonly page: Place | null
  /** As they were at a time, which the control plane tells; null: as they are. */
  readonly asOf: { readonly time: string; readonly account: Client } | null
  /** Of every player: the server may have left out those of whom there are only memories. */
  readonly onIncomplete: () => void
}
/** A page as the service answered it, or memories that are read as they are needed. */
type MemoryQueryResult = MemoryPage | AsyncIterable<Memory>

export async function queryMemories(
  client: Client,
  { statuses, ...asked }: MemoryQuery,
): Promise<MemoryQueryResult> {
  const filters = statuses?.map((status) => ({ ...asked.filter, status })) ?? [asked.filter]
  const [only, ...others] = filters
  if (only !== undefined && others.length === 0) return readFiltered(client, { ...asked, filter: only })
  return chained(filters, (filter) => readFiltered(client, { ...asked, filter, page: null }))
}

async function* chained(
  filters: readonly Filter[],
  read: (filter: Filter) => Promise<MemoryQueryResult>,
): AsyncGenerator<Memory> {
  for (const filter of filters) {
    const found = await read(filter)
    yield* isPage(found) ? found.memories : found
  }
}

async function readFiltered(
  client: Client,
  {
    characterId,
    playerId,
    filter,
    page,
    asOf,
    onIncomplete,
  }: Omit<MemoryQuery, 'statuses' | 'filter'> & { readonly filter: Filter },
): Promise<MemoryQueryResult> {
  if (playerId === null) return readMemoriesOfAllPlayers(client, { characterId, filter, onIncomplete })
  const params = { characterId, playerId }
  const readPage: ReadPage = (place) =>
    asOf === null
      ? client.call(listMemories, { params, query: { ...filter, ...place } })
      : asOf.account.call(memoriesAsOf, { params, query: { ...filter, ...place, asOf: asOf.time } })
  return page === null ? readPages(readPage) : readPage(page)
}

export const isPage = (found: MemoryQueryResult): found is MemoryPage => 'total' in found

/** Memories as one page, however many the service has made of them. */
export async function collectPage(found: MemoryQueryResult): Promise<MemoryPage> {
  if (isPage(found)) return found
  const memories: Memory[] = []
  for await (const memory of found) memories.push(memory)
  return { memories, total: memories.length, limit: memories.length, offset: 0 }
}

/** How many memories of a player are stored, in whatever state; null: the key may not read them. */
export async function countMemories(client: Client, params: CharacterPlayer): Promise<number | null> {
  const totals = MEMORY_STATUSES.map(async (status) => {
    const { total } = await client.call(listMemories, { params, query: { status, limit: 1 } })
    return total
  })
  const counts = await Promise.all(totals).catch((error: Error & { status?: number }) => {
    if (error.status === 403) return null
    throw error
  })
  return counts?.reduce((sum, count) => sum + count, 0) ?? null
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const BEGINNING = new RegExp(`^[0-9a-f-]{${SHORT_ID},}$`, 'i')

/**
 * The id of the memory that a person means by it, or by its beginning when only one has that, whatever its status. What
 * matches nothing is passed on as an id, so that the service answers in its own words.
 */
export async function findMemoryId(client: Client, pair: CharacterPlayer, words: string): Promise<string> {
  if (UUID.test(words) || !BEGINNING.test(words)) return words
  const matches: Memory[] = []
  for (const status of MEMORY_STATUSES) {
    for await (const memory of readMemories(client, pair, { status })) {
      if (memory.id.startsWith(words.toLowerCase())) matches.push(memory)
    }
  }
  if (matches.length > 1) throw ambiguousNameError(words, 'memories', matches.map(asMatch))
  return matches[0]?.id ?? words
}

/** The memory of an id, in whatever state it is; no route reads a single one. */
export async function readMemoryById(
  client: Client,
  pair: CharacterPlayer,
  id: string,
): Promise<Memory | null> {
  for (const status of MEMORY_STATUSES) {
    for await (const memory of readMemories(client, pair, { status })) {
      if (memory.id === id) return memory
    }
  }
  return null
}

const asMatch = ({ id, content }: Memory) => ({ id, name: content })
