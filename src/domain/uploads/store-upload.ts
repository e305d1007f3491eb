import { HOUR_MS } from '../../contract/durations.js'
import type { Caller } from '../access.js'
import type { Clock } from '../clock.js'
import { filenameOf } from '../documents/filename.js'
import { domainError } from '../errors.js'
import type { ReceiveUpload } from '../files/ports.js'
import type { SignatureDeps } from '../signature.js'
import { uploadAddress } from './address.js'
import type { UploadRepository } from './ports.js'

type StoreUploadDeps = SignatureDeps & {
  readonly uploads: Pick<UploadRepository, 'put' | 'removeExpired'>
  readonly clock: Pick<Clock, 'now'>
}
type StoredUpload = {
  /** Below the address of the server. */
  readonly path: string
  readonly name: string
  /** Bytes. */
  readonly fileSize: number
  readonly expiresAt: string
}

const RETENTION_MS = HOUR_MS

/**
 * Keeps a file for an hour, under an address that only this server's own document fetcher takes
 * (docs/rest.md, Control routes).
 */
export function storeUpload(
  { uploads, clock, ...deps }: StoreUploadDeps,
  { accountId }: Pick<Caller, 'accountId'>,
  receive: ReceiveUpload,
): Promise<StoredUpload> {
  return receive(async ({ file: { sha256, size }, filename }) => {
    if (size === 0) throw domainError('emptyFile')
    const now = clock.now()
    const { id, name, path } = uploadAddress(deps, {
      accountId,
      sha256,
      name: filenameOf({ sent: filename, url: '' }),
    })
    const expiresAt = new Date(now.getTime() + RETENTION_MS).toISOString()
    await uploads.removeExpired(now.toISOString())
    await uploads.put({ id, file: sha256, expires_at: expiresAt })
    return { path, name, fileSize: size, expiresAt }
  })
}
