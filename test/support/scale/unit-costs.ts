/** Milliseconds of processor time: for each turn, and for each transaction that is needed to make it durable. */
export type Cost = { readonly turn: number; readonly transaction: number }

/** What `npm run bench -- scale` measures one by one, with one server and one that only follows; all times in milliseconds. */
export type UnitCosts = {
  /** Of the main thread of a server, which does one thing after the other, for turns of its own. */
  readonly server: Cost
  /** Of its other threads, for each turn. */
  readonly threads: number
  /** Of PostgreSQL, for the same. */
  readonly postgres: Cost
  /** Of a server, for what another one writes. */
  readonly follower: Cost
  /** Of PostgreSQL, for one more server that follows. */
  readonly followed: Cost
  /** What times processor time is by while all cores are busy: two servers that share nothing, of one. */
  readonly crowding: number
  /** Of the process that plays the clients. */
  readonly player: number
  /** Of a commit, without the processor time in it: until the WAL is on the disk. */
  readonly sync: number
  /** Entries that a turn needs when nobody shares a transaction. */
  readonly commits: number
  /** Bytes of WAL for each turn. */
  readonly wal: number
  /** Bytes of memory. */
  readonly memory: {
    readonly process: number
    readonly session: number
    readonly message: number
    readonly remembered: number
  }
}

/** A reading with few clients and one with many, by which what is paid by the turn is told from what is paid by the transaction. */
export type Reading = {
  /** Transactions for each turn. */
  readonly transactions: number
  /** Milliseconds of processor time for each turn. */
  readonly ms: number
}

/** The straight line through both. Neither part is less than nothing, whatever a noisy machine says. */
export function costOf(few: Reading, many: Reading): Cost {
  const fewer = few.transactions - many.transactions
  const slope = fewer > 0 ? (few.ms - many.ms) / fewer : 0
  const transaction = Math.min(Math.max(slope, 0), many.ms / Math.max(many.transactions, Number.EPSILON))
  return { transaction, turn: Math.max(many.ms - transaction * many.transactions, 0) }
}

export const times = ({ turn, transaction }: Cost, transactions: number): number =>
  turn + transaction * transactions
