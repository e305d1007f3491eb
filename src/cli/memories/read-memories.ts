import type { Client, OperationInput, OperationResult } from '../../client/create-client.js'
import { listMemories, MEMORY_STATUSES, type Memory, type MemoryStatus } from '../../contract/memories.js'
import { memoriesAsOf } from '../../contract/memory-history.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import { ambiguousNameError } from '../errors/command-error.js'
import { createPlayerReader, readAllPlayers } from '../players/read-players.js'
import { SHORT_ID } from './memory-view.js'

/** The maximum page size of the contract. */
const PAGE_SIZE = 200

export type MemoryPage = OperationResult<typeof listMemories>
type Filter = Omit<NonNullable<OperationInput<typeof listMemories>['query']>, 'limit' | 'offset'>
type Pagination = { readonly limit?: number; readonly offset?: number }
type ReadPage = (pagination: Pagination) => Promise<MemoryPage>

/** Reads all memories of a player, page by page. One that moves to another page meanwhile appears once. */
export const readMemories = (
  client: Client,
  params: CharacterPlayer,
  filter: Filter,
): AsyncGenerator<Memory> =>
  readPages((pagination) => client.call(listMemories, { params, query: { ...filter, ...pagination } }))

async function* readPages(readPage: ReadPage): AsyncGenerator<Memory> {
  const seen = new Set<string>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await readPage({ limit: PAGE_SIZE, offset })
    for (const memory of page.memories) {
      if (seen.has(memory.id)) continue
      seen.add(memory.id)
      yield memory
    }
    if (page.memories.length < PAGE_SIZE || offset + PAGE_SIZE >= page.total) return
  }
}

type AllPlayersQuery = {
  readonly characterId: string
  readonly filter: Filter
  readonly onIncomplete: () => void
}

/** Reads the memories of all players, the last active player first. */
async function* readMemoriesOfAllPlayers(
  client: Client,
  { characterId, filter, onIncomplete }: AllPlayersQuery,
): AsyncGenerator<Memory> {
  const { players, complete } = await readAllPlayers(createPlayerReader(client, characterId))
  if (!complete) onIncomplete()
  for (const { playerId, memoryCount } of players) {
    if (memoryCount !== 0) yield* readMemories(client, { characterId, playerId }, filter)
  }
}

type MemoryQuery = {
  readonly characterId: string
  /** Null: all players. */
  readonly playerId: string | null
  readonly filter: Omit<Filter, 'status'>
  /** Null: the default of the service. With several statuses all pages are read. */
  readonly statuses: readonly MemoryStatus[] | null
  /** Null: all pages. */
  readonly page: Pagination | null
  /** A time in the past, which needs the control plane; null: now. */
  readonly asOf: { readonly time: string; readonly account: Client } | null
  /** Called if the list of all players may lack those with memories but no conversation. */
  readonly onIncomplete: () => void
}
/** One page of the service, or memories that are read on demand. */
type MemoryQueryResult = MemoryPage | AsyncIterable<Memory>

export async function queryMemories(
  client: Client,
  { statuses, ...query }: MemoryQuery,
): Promise<MemoryQueryResult> {
  const filters = statuses?.map((status) => ({ ...query.filter, status })) ?? [query.filter]
  const [only, ...others] = filters
  if (only !== undefined && others.length === 0) return readFiltered(client, { ...query, filter: only })
  return concatenate(filters, (filter) => readFiltered(client, { ...query, filter, page: null }))
}

async function* concatenate(
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
  const readPage: ReadPage = (pagination) =>
    asOf === null
      ? client.call(listMemories, { params, query: { ...filter, ...pagination } })
      : asOf.account.call(memoriesAsOf, { params, query: { ...filter, ...pagination, asOf: asOf.time } })
  return page === null ? readPages(readPage) : readPage(page)
}

export const isPage = (found: MemoryQueryResult): found is MemoryPage => 'total' in found

/** Collects memories into a single page. */
export async function collectPage(found: MemoryQueryResult): Promise<MemoryPage> {
  if (isPage(found)) return found
  const memories: Memory[] = []
  for await (const memory of found) memories.push(memory)
  return { memories, total: memories.length, limit: memories.length, offset: 0 }
}

/** Counts the memories of a player in all statuses; null if the key may not read them. */
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
const ID_PREFIX = new RegExp(`^[0-9a-f-]{${SHORT_ID},}$`, 'i')

/**
 * Finds the id of a memory by its id or an unambiguous prefix of it, in any status. A text without a match is returned as
 * it is, so that the request for it fails with the error of the service.
 */
export async function findMemoryId(
  client: Client,
  pair: CharacterPlayer,
  idOrPrefix: string,
): Promise<string> {
  if (UUID.test(idOrPrefix) || !ID_PREFIX.test(idOrPrefix)) return idOrPrefix
  const matches: Memory[] = []
  for (const status of MEMORY_STATUSES) {
    for await (const memory of readMemories(client, pair, { status })) {
      if (memory.id.startsWith(idOrPrefix.toLowerCase())) matches.push(memory)
    }
  }
  if (matches.length > 1) throw ambiguousNameError(idOrPrefix, 'memories', matches.map(asMatch))
  return matches[0]?.id ?? idOrPrefix
}

/** Reads a memory by its id, in any status; the service has no operation for a single memory. */
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
