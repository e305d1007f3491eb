import type { Timers } from '../../domain/clock.js'
import { domainError } from '../../domain/errors.js'
import type { Leadership } from '../../domain/leadership.js'
import type { Log } from '../../domain/log.js'
import type { SideSession } from './side-session.js'

/**
 * How long the writer answers after it has last asked whether it still is the writer. Whoever takes its place waits for as
 * long before it answers anybody, so that what one has changed is never unknown to the other.
 */
export const LEASE_MS = 1500
const RENEW_MS = 300
/** How long a request waits while nobody knows. */
const PATIENCE_MS = 3000

export type Lease = Leadership & { end(): void }

type LeaseDeps = {
  readonly session: Pick<SideSession, 'query'>
  /** The name under which this process has become the writer. */
  readonly writer: string
  readonly timers: Pick<Timers, 'after' | 'elapsed' | 'sleep'>
  /** The machine's time: the monotonic clock stands still while a machine is suspended. */
  readonly machineTime: () => number
  /** Called at every renewal. */
  readonly onRenewal: () => void
  readonly log: Log
}

type Waiting = { readonly resolve: () => void; readonly reject: (reason: unknown) => void }

/** Asks again and again whether this process is still the writer. */
export function createLease(deps: LeaseDeps): Lease {
  const { session, writer, timers, machineTime, log } = deps
  const lost = new AbortController()
  const ended = new AbortController()
  const waiting = new Set<Waiting>()
  let until = { elapsed: Number.NEGATIVE_INFINITY, machine: Number.NEGATIVE_INFINITY }
  const isCertain = () =>
    timers.elapsed() < until.elapsed &&
    machineTime() < until.machine &&
    // Set back, the machine's clock says nothing of how long it was suspended.
    machineTime() > until.machine - 2 * LEASE_MS

  const lose = () => {
    log.error('Another server has taken over the database: this one answers nobody any more')
    ended.abort()
    lost.abort()
    for (const { reject } of waiting) reject(domainError('storeReadOnly'))
  }
  const renew = async () => {
    // Whoever becomes the writer does so after the answer was made, and so after this moment.
    const from = { elapsed: timers.elapsed(), machine: machineTime() }
    const [row] = await session.query('select writer from parley.store')
    if (ended.signal.aborted) return
    if (row?.['writer'] !== writer) return lose()
    until = { elapsed: from.elapsed + LEASE_MS, machine: from.machine + LEASE_MS }
    if (isCertain()) for (const { resolve } of waiting) resolve()
  }
  const run = async () => {
    while (!ended.signal.aborted) {
      // While PostgreSQL is away, the lease runs out.
      await renew().catch(() => undefined)
      deps.onRenewal()
      await timers.sleep(RENEW_MS, ended.signal).catch(() => undefined)
    }
  }
  void run()

  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const cancel = timers.after(PATIENCE_MS, () => one.reject(domainError('storeUnreachable')))
      const settle = <T extends unknown[]>(how: (...results: T) => void) => {
        return (...results: T) => {
          cancel()
          waiting.delete(one)
          how(...results)
        }
      }
      const one: Waiting = { resolve: settle(resolve), reject: settle(reject) }
      waiting.add(one)
    })
  return {
    lost: lost.signal,
    confirm() {
      if (lost.signal.aborted) return Promise.reject(domainError('storeReadOnly'))
      return isCertain() ? undefined : wait()
    },
    end() {
      ended.abort()
      for (const { reject } of waiting) reject(domainError('storeReadOnly'))
    },
  }
}
