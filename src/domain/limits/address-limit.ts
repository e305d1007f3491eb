import {
  SILENT_CONNECTIONS_PER_ADDRESS,
  UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS,
} from '../../contract/limits.js'
import type { Timers } from '../clock.js'

/** How many connections of an address may be silent, or without a session. */
export const ADDRESS_LIMITS = {
  silent: SILENT_CONNECTIONS_PER_ADDRESS,
  unauthenticated: UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS,
} as const
export type AddressLimitName = keyof typeof ADDRESS_LIMITS

/** What one process has of an address. */
export type Crowd = {
  readonly count: number
  /** For how many milliseconds those have been there that may be dropped, the longest first. */
  readonly ages: readonly number[]
  /** Since the grace period began, one of them has got where it wanted to. */
  readonly isProgressing: boolean
}

/** The connections of one process that count towards a limit, by address. */
export interface CountedAddresses {
  /** Also notes which may be dropped. */
  count(address: string, graceMs: number): Crowd
  /** Drops so many of those that were noted, the oldest first; whoever has left since then is not replaced by another. */
  drop(address: string, count: number): void
  /** Nobody looks at the address until it has too many again. */
  release(address: string): void
}

/** Looks at addresses that may have too many connections, in all processes that share the limit. */
export interface AddressWatch {
  /** How many processes share the limit. */
  readonly processes: number
  /** Called once for each limit, before anything is watched. */
  attach(limit: AddressLimitName, addresses: CountedAddresses): void
  /** The address has more than its part of this process; it is looked at once a grace period is over. */
  watch(limit: AddressLimitName, address: string): void
}

/** Thousands of clients that connect at once and are about to go on are no attack: all have this long. */
export const GRACE_MS = 3000
/** Time to read what has already arrived, before its clients count as late. */
export const PENDING_INPUT_MS = 50
/** Beyond this number, the oldest connection of an address in this process is dropped without grace. */
const MAX_IN_GRACE = 4096
/** A process that was blocked may look late. */
const PROGRESS_KEPT_MS = 10 * GRACE_MS

/** The part of a limit that a process may use before anybody has to look: more than the limit is more than one of these. */
export const partOf = (limit: number, processes: number): number => Math.floor(limit / processes)

type Verdict = {
  /** How many of each crowd go. */
  readonly drops: readonly number[]
  /** Nobody has to look again until there are more. */
  readonly isOver: boolean
}

/** Decides which connections of an address go: the oldest of all processes, unless their clients are about to go on. */
export function judgeCrowds(
  crowds: readonly Crowd[],
  { limit, processes }: { readonly limit: number; readonly processes: number },
): Verdict {
  const total = crowds.reduce((sum, { count }) => sum + count, 0)
  const excess = crowds.some(({ isProgressing }) => isProgressing) ? 0 : Math.max(0, total - limit)
  const all = excess === 0 ? [] : crowds.flatMap(({ ages }, of) => ages.map((age) => ({ of, age })))
  const oldest = all.sort((a, b) => b.age - a.age).slice(0, excess)
  const drops = crowds.map((_, at) => oldest.filter(({ of }) => of === at).length)
  const part = partOf(limit, processes)
  return { drops, isOver: crowds.every(({ count }, at) => count - (drops[at] ?? 0) <= part) }
}

type AddressLimitSettings<T> = {
  readonly name: AddressLimitName
  /** Those that have been there for less are not dropped. */
  readonly minAgeMs: number
  readonly drop: (connection: T) => void
}

type ClientAddress<T> = {
  /** Since when each counts (`Timers.elapsed`), the oldest first. */
  readonly connections: Map<T, number>
  isWatched: boolean
  /** As of the last count. */
  noted: readonly T[]
}

/** Limits how many connections of a kind each address has, by dropping the oldest. */
export interface AddressLimit<T> {
  add(connection: T, address: string): void
  /** False when it did not count. */
  remove(connection: T, address: string): boolean
  /** A connection of the address has got where it wanted to. */
  progress(address: string): void
}

export function createAddressLimit<T>(
  { name, minAgeMs, drop }: AddressLimitSettings<T>,
  { timers, watch }: { readonly timers: Pick<Timers, 'elapsed'>; readonly watch: AddressWatch },
): AddressLimit<T> {
  const addresses = new Map<string, ClientAddress<T>>()
  const part = partOf(ADDRESS_LIMITS[name], watch.processes)
  const progressed = createRecently(timers)
  const forgetEmpty = (name: string, { connections, isWatched }: ClientAddress<T>) => {
    if (connections.size === 0 && !isWatched) addresses.delete(name)
  }
  const dropOne = ({ connections }: ClientAddress<T>, connection: T) => {
    // Some emit `close` later.
    if (connections.delete(connection)) drop(connection)
  }

  watch.attach(name, {
    count(of, graceMs) {
      const address = addresses.get(of)
      if (address === undefined)
        return { count: 0, ages: [], isProgressing: progressed.isWithin(of, graceMs) }
      const now = timers.elapsed()
      const old = [...address.connections].filter(([, since]) => now - since >= minAgeMs)
      address.noted = old.map(([connection]) => connection)
      return {
        count: address.connections.size,
        ages: old.map(([, since]) => now - since),
        isProgressing: progressed.isWithin(of, graceMs),
      }
    },
    drop(of, count) {
      const address = addresses.get(of)
      for (const connection of address?.noted.slice(0, count) ?? [])
        if (address !== undefined) dropOne(address, connection)
    },
    release(of) {
      const address = addresses.get(of)
      if (address === undefined) return
      Object.assign(address, { isWatched: false, noted: [] })
      forgetEmpty(of, address)
    },
  })
  return {
    add(connection, of) {
      const address = addresses.get(of) ?? { connections: new Map(), isWatched: false, noted: [] }
      addresses.set(of, address)
      address.connections.set(connection, timers.elapsed())
      const [oldest = connection] = address.connections.keys()
      if (address.connections.size > MAX_IN_GRACE) dropOne(address, oldest)
      if (address.connections.size <= part || address.isWatched) return
      address.isWatched = true
      watch.watch(name, of)
    },
    remove(connection, of) {
      const address = addresses.get(of)
      if (address === undefined) return false
      const counted = address.connections.delete(connection)
      forgetEmpty(of, address)
      return counted
    },
    progress: progressed.note,
  }
}

/** What has happened to whom of late. */
function createRecently({ elapsed }: Pick<Timers, 'elapsed'>) {
  /** The oldest first. */
  const times = new Map<string, number>()
  return {
    note(name: string) {
      const now = elapsed()
      times.delete(name)
      times.set(name, now)
      for (const [other, at] of times) {
        if (now - at <= PROGRESS_KEPT_MS) return
        times.delete(other)
      }
    },
    isWithin: (name: string, ms: number): boolean => {
      const at = times.get(name)
      return at !== undefined && elapsed() - at <= ms
    },
  }
}

/** Of a process that shares its limits with nobody. */
export function createOwnAddressWatch(
  timers: Pick<Timers, 'after' | 'afterInput' | 'elapsed'>,
): AddressWatch {
  const limits = new Map<AddressLimitName, CountedAddresses>()
  const watch = (limit: AddressLimitName, address: string) => {
    const begun = timers.elapsed()
    const judge = () => {
      const addresses = limits.get(limit)
      if (addresses === undefined) return
      const crowd = addresses.count(address, timers.elapsed() - begun)
      const { drops, isOver } = judgeCrowds([crowd], { limit: ADDRESS_LIMITS[limit], processes: 1 })
      addresses.drop(address, drops[0] ?? 0)
      if (isOver) addresses.release(address)
      else watch(limit, address)
    }
    timers.after(GRACE_MS, () => timers.afterInput(PENDING_INPUT_MS, judge))
  }
  return { processes: 1, attach: (limit, addresses) => void limits.set(limit, addresses), watch }
}
