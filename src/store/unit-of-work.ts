import { pairKey } from '../domain/conversations/pair-key.js'
import { createKeyedMutex, type KeyedMutex } from '../domain/keyed-mutex.js'
import type {
  UnitDecision,
  UnitGroup,
  UnitGroups,
  UnitKey,
  UnitKeys,
  UnitKind,
  UnitOfWork,
  UnitSnapshot,
  UnitWrite,
} from '../domain/unit-of-work.js'
import type { Database } from './database.js'
import type { Id, StoredRecord } from './kind.js'
import { ownerKey } from './owner-key.js'
import type { Change, Table } from './table.js'
import type { Tables } from './tables.js'
import type { Begun, Decision } from './writing.js'

type UnitOfWorkDeps = {
  readonly database: Pick<Database, 'begin'>
  readonly tables: Tables
  readonly nextEventId: () => number
}

/** How often a unit decides beside others; then it waits in line. */
const FREE_ATTEMPTS = 3
/** In line, only those who write without a unit of work can still come between. */
const ATTEMPTS_IN_LINE = 20

/**
 * Units over tables in memory: reading and committing take no time, so only a `decide` that waits for something can be
 * overtaken.
 */
export function createUnitOfWork({ database, tables, nextEventId }: UnitOfWorkDeps): UnitOfWork {
  const lines = createKeyedMutex()
  const toDecision = <T>({ writes, result }: UnitDecision<T>): Decision<Committed<T>> => {
    const changes = writes
      .filter((write) => !('remove' in write && write.remove.length === 0))
      .map((write) => toChange(tables, write, nextEventId))
    return { changes: changes.length > 0 ? changes : undefined, result: { committed: result } }
  }

  const transact: UnitOfWork['transact'] = async <const Keys extends UnitKeys, T>(
    keys: Keys,
    decide: (snapshot: UnitSnapshot<Keys>) => UnitDecision<T> | Promise<UnitDecision<T>>,
  ): Promise<T> => {
    const names = lineNames(keys)
    const isFree = () => !names.some(lines.isBusy)
    const decideAt = (isAllowed: () => boolean): Decision<Attempt<T>> => {
      // Others may have got in line while this one waited for its turn to write.
      if (!isAllowed()) return { result: undefined }
      const { snapshot, versions } = read(tables, keys)
      const decided = decide(snapshot)
      // Who need not wait commits in the same turn of the event loop, in the order of the calls.
      if (!(decided instanceof Promise)) return toDecision(decided)
      // Called again, it is the other one that is waited for.
      decided.catch(() => undefined)
      return { result: { later: decided, versions } }
    }
    const commitAt = ({ versions }: Later<T>, decided: UnitDecision<T>): Decision<Attempt<T>> =>
      isSame(versions, read(tables, keys).versions) ? toDecision(decided) : { result: undefined }
    /** What was made and taken back may come out otherwise when it is made again. */
    const committed = async ({ durable }: Begun<Attempt<T>>): Promise<T> => {
      const attempt = await durable
      return attempt !== undefined && 'committed' in attempt ? attempt.committed : transact(keys, decide)
    }
    /** Undefined when it was overtaken. */
    const attempt = async (isAllowed: () => boolean) => {
      const first = database.begin(() => decideAt(isAllowed))
      const made = await first.made
      if (made === undefined || (made.result !== undefined && 'committed' in made.result))
        return { committed: committed(first) }
      first.durable.catch(() => undefined)
      if (made.result === undefined) return undefined
      const { result } = made
      const decided = await result.later
      const second = database.begin(() => (isAllowed() ? commitAt(result, decided) : { result: undefined }))
      const outcome = await second.made
      if (outcome === undefined || outcome.result !== undefined) return { committed: committed(second) }
      second.durable.catch(() => undefined)
      return undefined
    }
    for (let count = 0; count < FREE_ATTEMPTS; count += 1) {
      if (!isFree()) await inLine(lines, names, async () => undefined)
      const done = await attempt(isFree)
      if (done !== undefined) return done.committed
    }
    return inLine(lines, names, async () => {
      for (let count = 0; count < ATTEMPTS_IN_LINE; count += 1) {
        const done = await attempt(() => true)
        if (done !== undefined) return done.committed
      }
      throw new Error('a unit of work was overtaken too often')
    })
  }
  return { transact }
}

type Committed<T> = { readonly committed: T }
type Later<T> = { readonly later: Promise<UnitDecision<T>>; readonly versions: Versions }
/** Undefined: it was overtaken. */
type Attempt<T> = Committed<T> | Later<T> | undefined

type Versions = readonly (Id | undefined)[]

/** What is under the keys, and the versions that tell whether it is still the same. */
function read<Keys extends UnitKeys>(
  tables: Tables,
  keys: Keys,
): { readonly snapshot: UnitSnapshot<Keys>; readonly versions: Versions } {
  const found = Object.entries(keys).map(([name, key]) => ({ name, ...readUnder(tables, key) }))
  const snapshot = Object.fromEntries(found.map(({ name, value }) => [name, value]))
  // Each was read under the key of its name.
  return { snapshot: snapshot as UnitSnapshot<Keys>, versions: found.flatMap(({ versions }) => versions) }
}

function readUnder(tables: Tables, key: UnitKey): { readonly value: unknown; readonly versions: Versions } {
  if ('id' in key) {
    const table = tables[key.kind]
    return { value: table.get(key.id), versions: [table.versionOf(key.id)] }
  }
  if ('ids' in key) {
    const table = tables[key.kind]
    return { value: table.getMany(key.ids), versions: key.ids.map(table.versionOf) }
  }
  const { kind, find } = GROUPS[key.group] as GroupReader<UnitGroup>
  const records = find(tables, key.of)
  return { value: records, versions: records.flatMap(({ id }) => [id, tables[kind].versionOf(id)]) }
}

type GroupReader<G extends UnitGroup> = {
  readonly kind: UnitGroups[G]['kind']
  find(tables: Tables, of: UnitGroups[G]['of']): readonly StoredRecord[]
}

const GROUPS: { readonly [G in UnitGroup]: GroupReader<G> } = {
  conversationOfPair: {
    kind: 'conversations',
    find: ({ conversations }, pair) => {
      const found = conversations.byPair.get(pairKey(pair))
      return found === undefined ? [] : [found]
    },
  },
  coreFactsOfPair: {
    kind: 'coreFacts',
    find: ({ coreFacts }, pair) => coreFacts.byPair.slice(pairKey(pair)),
  },
  documentsOfBatch: { kind: 'documents', find: ({ documents }, id) => documents.byBatch.slice(id) },
  documentsOfCharacters: {
    kind: 'documents',
    find: ({ documents }, ids) => ids.flatMap((id) => documents.byCharacter.slice(id)),
  },
  encountersOfAccount: { kind: 'encounters', find: ({ encounters }, id) => encounters.byAccount.slice(id) },
  recipientsOfShares: {
    kind: 'shareRecipients',
    find: ({ shareRecipients }, ids) => ids.flatMap((id) => shareRecipients.byShare.slice(id)),
  },
  runningBatchesOfOwner: {
    kind: 'batches',
    find: ({ batches }, owner) => batches.blocking.slice(ownerKey(owner)),
  },
  sharesOfAccount: { kind: 'shares', find: ({ shares }, id) => shares.byOwner.slice(id) },
  takesOfKeys: { kind: 'takes', find: ({ takes }, keys) => keys.flatMap((key) => takes.byKey.slice(key)) },
  tokensOfShares: {
    kind: 'sessionTokens',
    find: ({ sessionTokens }, ids) => ids.flatMap((id) => sessionTokens.byShare.slice(id)),
  },
}

const isSame = (a: Versions, b: Versions): boolean =>
  a.length === b.length && a.every((version, at) => version === b[at])

function toChange(tables: Tables, write: UnitWrite, nextEventId: () => number): Change {
  if ('append' in write) return tables.memoryEvents.put({ id: nextEventId(), ...write.append })
  // The record of a write is one of its kind.
  const table = tables[write.kind] as unknown as Pick<Table, 'put' | 'remove'>
  return 'put' in write ? table.put(write.put) : table.remove(write.remove)
}

/** Sorted, so that nobody waits for one who waits for him. */
const lineNames = (keys: UnitKeys): string[] => [...new Set(Object.values(keys).flatMap(lineNamesOf))].sort()

function lineNamesOf(key: UnitKey): string[] {
  const name = (kind: UnitKind, id: Id) => JSON.stringify([kind, id])
  if ('id' in key) return [name(key.kind, key.id)]
  if ('ids' in key) return key.ids.map((id) => name(key.kind, id))
  // Those of several owners wait in line for each of them.
  const owners: readonly unknown[] = Array.isArray(key.of) ? key.of : [key.of]
  return owners.map((of) => JSON.stringify([key.group, of]))
}

const inLine = <T>(lines: KeyedMutex, names: readonly string[], work: () => Promise<T>): Promise<T> => {
  const [first, ...rest] = names
  return first === undefined ? work() : lines.runExclusive(first, () => inLine(lines, rest, work))
}
