import type { Clock } from '../clock.js'
import { DocumentFailure } from '../documents/failure.js'
import type { OpenedDocument } from '../documents/ports.js'
import type { FileStore } from '../files/ports.js'
import { parseUploadAddress, type UploadSignatureDeps } from './address.js'
import type { UploadRepository } from './ports.js'

type OpenUploadDeps = UploadSignatureDeps & {
  readonly uploads: Pick<UploadRepository, 'find'>
  readonly files: Pick<FileStore, 'open'>
  readonly clock: Pick<Clock, 'now'>
}

/** What was uploaded under the URL; undefined when it is no address of an upload. */
export async function openUpload(deps: OpenUploadDeps, url: string): Promise<OpenedDocument | undefined> {
  const address = parseUploadAddress(deps, url)
  if (address === undefined) return undefined

  const upload = await deps.uploads.find(address.id)
  const isKept = upload !== undefined && Date.parse(upload.expires_at) > deps.clock.now().getTime()
  const bytes = isKept ? await deps.files.open(upload.file) : undefined
  if (bytes === undefined) {
    throw new DocumentFailure('fetch_http_error', 'The upload has expired', { httpStatus: 404 })
  }
  return { filename: address.name, bytes }
}
