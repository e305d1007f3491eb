import { LINK_SECONDS, PDF_TYPE } from '../../contract/documents.js'
import type { CallerInSpace } from '../access.js'
import type { Clock } from '../clock.js'
import type { DocumentRepository } from '../documents/ports.js'
import { domainError, notFound } from '../errors.js'
import type { FileStore } from '../files/ports.js'
import type { Secrets } from '../random.js'
import { type SignatureDeps, signParts } from '../signature.js'
import { type FindDocumentDeps, getDocument } from './character-documents.js'

type DownloadDeps = {
  readonly documents: Pick<DocumentRepository, 'find'>
  readonly files: Pick<FileStore, 'open'>
  readonly clock: Pick<Clock, 'now'>
  readonly secrets: Pick<Secrets, 'hash' | 'timingSafeEqual'>
  readonly linkKey: string
}
type Link = { readonly id: string; readonly expires: number; readonly signature: string }
type Download = {
  readonly filename: string
  readonly contentType: string
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The original file of a document, for a link that this server has signed and that has not expired. */
export async function downloadDocument(
  deps: DownloadDeps,
  { id, expires, signature }: Link,
): Promise<Download> {
  if (!deps.secrets.timingSafeEqual(signDownloadLink(deps, { id, expires }), signature))
    throw notFound('File')
  if (deps.clock.now().getTime() >= expires * 1000) throw domainError('linkExpired')

  const document = await deps.documents.find(id)
  const bytes = document?.file == null ? undefined : await deps.files.open(document.file)
  if (document === undefined || bytes === undefined) throw notFound('File')
  const { filename, contentType, fileSize: size } = document
  return { filename, contentType, size, bytes }
}

type Signed = { readonly id: string; readonly expires: number }

export const signDownloadLink = (deps: SignatureDeps, { id, expires }: Signed): string =>
  signParts(deps, ['document', id, expires])

type LinkDocumentDeps = FindDocumentDeps & {
  readonly clock: Pick<Clock, 'now'>
  readonly secrets: Pick<Secrets, 'hash'>
  readonly linkKey: string
}
type DownloadLink = {
  /** Relative to the base URL of the server. */
  readonly path: string
  readonly filename: string
  readonly contentType: string
  readonly fileSizeBytes: number
  readonly expiresInSeconds: number
}

/** A link by which anybody can download a ready document for 15 minutes. */
export async function linkDocument(
  deps: LinkDocumentDeps,
  caller: CallerInSpace,
  id: string,
): Promise<DownloadLink> {
  const document = await getDocument(deps, caller, id)
  if (document.status !== 'ready') throw domainError('documentNotReady')

  const expires = Math.floor(deps.clock.now().getTime() / 1000) + LINK_SECONDS
  const signature = signDownloadLink(deps, { id, expires })
  return {
    path: `/files/documents/${id}?expires=${expires}&signature=${signature}`,
    filename: document.filename,
    contentType: PDF_TYPE,
    fileSizeBytes: document.fileSize,
    expiresInSeconds: LINK_SECONDS,
  }
}
