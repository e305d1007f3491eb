import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { StoreHealth } from '../../contract/staff.js'
import { type DomainError, domainError } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'
import type { Disk } from './disk.js'
import { NEW_SUFFIX } from './snapshot.js'

export type Writability = {
  /** A write was made. */
  succeed(): void
  /** The disk was full: writes are tried again. */
  fill(cause: unknown): void
  /** Nothing is written any more; returns what everybody is told who tries. */
  fail(cause: unknown): DomainError
  /** While the disk is full, each reading looks whether it has room again, for the next reading. */
  read(): Pick<StoreHealth, 'status' | 'failure'>
  /** Resolves when nobody looks any more. */
  settle(): Promise<void>
}

type WritabilityDeps = { readonly disk: Disk; readonly folder: string; readonly log: Log }

/** More than most writes take, so that there is not room for one and none for the next. */
const PROBE_BYTES = 2 ** 18

/** Knows whether the store can be written. */
export function createWritability({ disk, folder, log }: WritabilityDeps): Writability {
  let state: Pick<StoreHealth, 'status' | 'failure'> = { status: 'ok', failure: null }
  let looking: Promise<void> | undefined

  const succeed = () => {
    if (state.status !== 'degraded') return
    state = { status: 'ok', failure: null }
    log.warn('The disk has room again', { folder })
  }
  const look = () => {
    looking ??= probe(disk, join(folder, `probe${NEW_SUFFIX}`))
      .then(succeed)
      // Still full.
      .catch(() => undefined)
      .finally(() => {
        looking = undefined
      })
  }

  return {
    succeed,
    fill(cause) {
      if (state.status === 'ok') {
        log.error('Nothing can be stored until the disk has room again', { folder, error: cause })
      }
      state = { status: 'degraded', failure: messageOf(cause) }
    },
    fail(cause) {
      state = { status: 'failed', failure: messageOf(cause) }
      log.error('Nothing can be stored any more: writing the journal failed', { folder, error: cause })
      return domainError('storeReadOnly', { cause })
    },
    read() {
      const read = state
      if (state.status === 'degraded') look()
      return read
    },
    async settle() {
      await looking
    },
  }
}

/** Rejects when there is no room. What it writes is random, so that no file system makes it smaller. */
async function probe(disk: Disk, path: string): Promise<void> {
  const file = await disk.create(path)
  try {
    await file.writeFile(randomBytes(PROBE_BYTES))
    await file.datasync()
  } finally {
    await file.close()
    await disk.unlink(path)
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
