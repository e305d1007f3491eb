import { HOUR_MS } from '../../contract/durations.js'
import type { Caller } from '../access.js'
import type { Clock } from '../clock.js'
import { DocumentFailure } from '../documents/failure.js'
import { decodeSegment, filenameOf } from '../documents/filename.js'
import type { OpenedDocument } from '../documents/ports.js'
import { domainError } from '../errors.js'
import type { FileHash, FileStore, ReceiveUpload } from '../files/ports.js'
import type { Secrets } from '../random.js'
import { type SignatureDeps, signParts } from '../signature.js'
import type { UploadRepository } from './ports.js'

type StoreUploadDeps = SignatureDeps & {
  readonly uploads: Pick<UploadRepository, 'put' | 'removeExpired'>
  readonly clock: Pick<Clock, 'now'>
}
type StoredUpload = {
  /** Relative to the base URL of the server. */
  readonly path: string
  readonly name: string
  /** Bytes. */
  readonly fileSize: number
  readonly expiresAt: string
}

const RETENTION_MS = HOUR_MS

/**
 * Stores a file for an hour, under a URL that only this server's own document fetcher accepts
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

type OpenUploadDeps = UploadSignatureDeps & {
  readonly uploads: Pick<UploadRepository, 'find'>
  readonly files: Pick<FileStore, 'open'>
  readonly clock: Pick<Clock, 'now'>
}

/** Opens the upload with this URL; undefined when the URL is not one of an upload. */
export async function openUpload(deps: OpenUploadDeps, url: string): Promise<OpenedDocument | undefined> {
  const address = parseUploadAddress(deps, url)
  if (address === undefined) return undefined

  const upload = await deps.uploads.find(address.id)
  const isAvailable = upload !== undefined && Date.parse(upload.expires_at) > deps.clock.now().getTime()
  const bytes = isAvailable ? await deps.files.open(upload.file) : undefined
  if (bytes === undefined) {
    throw new DocumentFailure('fetch_http_error', 'The upload has expired', { httpStatus: 404 })
  }
  return { filename: address.name, bytes }
}

export type UploadSignatureDeps = SignatureDeps & { readonly secrets: Pick<Secrets, 'timingSafeEqual'> }
type Signed = { readonly accountId: string; readonly sha256: FileHash; readonly name: string }
type UploadAddress = { readonly id: string; readonly name: string }

const ADDRESS = /^\/uploads\/([^/]+)\/([0-9a-f]{64})\/([0-9a-f]{64})\/([^/]+)$/

/**
 * The path of an upload. The same account, bytes and name give the same path, so that a pipeline that runs twice sends
 * the same request body. The path is signed, so that it is valid under any host name of the server.
 */
export function uploadAddress(
  deps: SignatureDeps,
  signed: Signed,
): UploadAddress & { readonly path: string } {
  const { accountId, sha256, name } = signed
  const id = signUpload(deps, signed)
  return { id, name, path: `/uploads/${[accountId, sha256, id, name].map(encodeURIComponent).join('/')}` }
}

/** The upload that a URL points to; undefined for a URL that this server has not signed. */
export function parseUploadAddress(deps: UploadSignatureDeps, url: string): UploadAddress | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname, search, username, password } = new URL(url)
  const [, accountId, sha256, id, name] = ADDRESS.exec(pathname) ?? []
  if (!accountId || !sha256 || !id || !name || search + username + password !== '') return undefined
  const signed = { accountId: decodeSegment(accountId), sha256, name: decodeSegment(name) }
  return deps.secrets.timingSafeEqual(signUpload(deps, signed), id) ? { id, name: signed.name } : undefined
}

const signUpload = (deps: SignatureDeps, { accountId, sha256, name }: Signed): string =>
  signParts(deps, ['upload', accountId, sha256, name])
