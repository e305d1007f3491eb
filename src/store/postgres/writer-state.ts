import type { StoreHealth } from '../../contract/staff.js'
import type { Timers } from '../../domain/clock.js'
import { type DomainError, domainError } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'

/** Whether the database can be written, and what those are told who try while it cannot. */
export type WriterState = {
  /** PostgreSQL has gone away. */
  lose(cause: unknown): void
  recover(): void
  /** PostgreSQL has no room: writes are tried again. */
  fill(cause: unknown): void
  /** Nothing is written any more; returns what everybody is told who tries. */
  fail(cause: unknown): DomainError
  succeed(): void
  /** Undefined while it is worth waiting. */
  refusal(): DomainError | undefined
  /** Is told when those who wait are to be refused. */
  onRefusal(refuse: (reason: DomainError) => void): void
  read(): Pick<StoreHealth, 'status' | 'failure'>
  close(): void
}

/** Longer than PostgreSQL takes to start again, shorter than clients wait. */
const PATIENCE_MS = 20_000

type StateDeps = { readonly log: Log; readonly shown: string; readonly timers: Pick<Timers, 'after'> }

export function createWriterState({ log, shown, timers }: StateDeps): WriterState {
  let state: Pick<StoreHealth, 'status' | 'failure'> = { status: 'ok', failure: null }
  let refusal: DomainError | undefined
  let refuse: (reason: DomainError) => void = () => undefined
  let cancel = () => {}

  const degrade = (message: string, cause: unknown) => {
    if (state.status === 'ok') log.error(message, { database: shown, error: cause })
    if (state.status !== 'failed') state = { status: 'degraded', failure: messageOf(cause) }
  }
  const succeed = () => {
    if (state.status !== 'degraded') return
    state = { status: 'ok', failure: null }
    log.warn('The database can be written again', { database: shown })
  }
  return {
    lose(cause) {
      degrade('PostgreSQL has gone away: writes wait for it', cause)
      cancel()
      cancel = timers.after(PATIENCE_MS, () => {
        refusal = domainError('storeUnreachable', { cause })
        refuse(refusal)
      })
    },
    recover() {
      cancel()
      if (state.status !== 'failed') refusal = undefined
    },
    fill: (cause) => degrade('Nothing can be stored until PostgreSQL has room again', cause),
    fail(cause) {
      cancel()
      state = { status: 'failed', failure: messageOf(cause) }
      log.error('Nothing can be stored any more: writing to PostgreSQL failed', {
        database: shown,
        error: cause,
      })
      refusal = domainError('storeReadOnly', { cause })
      return refusal
    },
    succeed,
    refusal: () => refusal,
    onRefusal: (listener) => {
      refuse = listener
    },
    read: () => state,
    close: () => cancel(),
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
