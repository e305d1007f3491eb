import type { Clock } from '../clock.js'
import type { DocumentRepository } from '../documents/ports.js'
import { domainError, notFound } from '../errors.js'
import type { FileStore } from '../files/ports.js'
import type { Secrets } from '../random.js'
import { signDownloadLink } from './download-signature.js'

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

/** The original bytes behind a link: nobody else's than a link of this server's, and only until it expires. */
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
