import type { Operation } from '../../src/contract/operation.js'
import type { AccountName } from './world.js'

type Fields = Readonly<Record<string, unknown>>

/** Which fields of which answers are ids of records, by the name that they have in paths. */
const MADE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createCharacter: { id: 'characterId' },
  createFromImage: { id: 'characterId' },
  createAgent: { id: 'characterId' },
  createAgentFromImage: { id: 'characterId' },
  createMemory: { id: 'memoryId' },
  createAgentMemory: { id: 'memoryId' },
  createShare: { token: 'shareId' },
  createKey: { id: 'keyId' },
  createOrganization: { id: 'orgId' },
  addMember: { id: 'accountId', accountId: 'accountId' },
  submitBatch: { id: 'batchId' },
  retryBatch: { id: 'batchId' },
  addDocument: { documentId: 'documentId', batchId: 'batchId' },
}
const POOL = 30

/** The records of one account that the server has acknowledged. */
export function createRecords() {
  const pools = new Map<string, string[]>()
  const characters = new Set<string>()
  const all = new Set<string>()
  const poolOf = (name: string) => pools.get(name) ?? []
  return {
    /** Characters that were acknowledged, and not deleted since. */
    characters: characters as ReadonlySet<string>,
    ids: all as ReadonlySet<string>,
    pick: (name: string, at: number): string => {
      const pool = poolOf(name)
      return pool[at % Math.max(1, pool.length)] ?? 'none'
    },
    noteAnswer: (
      { schema, method, url }: Pick<Operation, 'schema' | 'method' | 'url'>,
      path: string,
      json: unknown,
    ) => {
      const fields = (json ?? {}) as Fields
      for (const [field, name] of Object.entries(MADE[schema.operationId] ?? {})) {
        const id = fields[field]
        if (typeof id !== 'string') continue
        pools.set(name, [id, ...poolOf(name)].slice(0, POOL))
        all.add(id)
        if (name === 'characterId') characters.add(id)
      }
      if (method === 'DELETE' && url.endsWith('/:characterId')) {
        characters.delete(decodeURIComponent(path.split('/').at(-1)?.split('?')[0] ?? ''))
      }
    },
  }
}
export type Records = ReturnType<typeof createRecords>
export type AllRecords = Readonly<Record<AccountName, Records>>
