import type { Client, OperationInput, OperationResult } from '../../client/create-client.js'
import { listMemories, type Memory, type MemoryStatus } from '../../contract/memories.js'
import { memoriesAsOf } from '../../contract/memory-history.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import { createPlayerReader, readAllPlayers } from '../players/read-players.js'

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
