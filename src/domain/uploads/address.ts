import { decodeSegment } from '../documents/filename.js'
import type { FileHash } from '../files/ports.js'
import type { Secrets } from '../random.js'
import { type SignatureDeps, signParts } from '../signature.js'

export type UploadSignatureDeps = SignatureDeps & { readonly secrets: Pick<Secrets, 'timingSafeEqual'> }
type Signed = { readonly accountId: string; readonly sha256: FileHash; readonly name: string }
type UploadAddress = { readonly id: string; readonly name: string }

const ADDRESS = /^\/uploads\/([^/]+)\/([0-9a-f]{64})\/([0-9a-f]{64})\/([^/]+)$/

/**
 * The path of an upload: the same account, bytes and name have the same one, so that a pipeline that runs twice sends
 * the same body. It proves by itself that this server made it, whatever host it is written under.
 */
export function uploadAddress(
  deps: SignatureDeps,
  signed: Signed,
): UploadAddress & { readonly path: string } {
  const { accountId, sha256, name } = signed
  const id = signUpload(deps, signed)
  return { id, name, path: `/uploads/${[accountId, sha256, id, name].map(encodeURIComponent).join('/')}` }
}

/** Which upload a URL is the address of; undefined for any that this server has not made. */
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
