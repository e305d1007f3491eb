import type { Clock } from '../clock.js'
import { DocumentFailure } from '../documents/failure.js'
import type { OpenedDocument } from '../documents/ports.js'
import type { FileStore } from '../files/ports.js'
import { readUploadAddress, type UploadSigning } from './address.js'
import type { UploadStore } from './ports.js'

type OpenUploadDeps = UploadSigning & {
  readonly uploads: Pick<UploadStore, 'find'>
  readonly files: Pick<FileStore, 'open'>
  readonly clock: Pick<Clock, 'now'>
}

/** What was uploaded under the URL; undefined when it is no address of an upload. */
export async function openUpload(deps: OpenUploadDeps, url: string): Promise<OpenedDocument | undefined> {
  const address = readUploadAddress(deps, url)
  if (address === undefined) return undefined

  const upload = await deps.uploads.find(address.id)
  const isKept = upload !== undefined && Date.parse(upload.expires_at) > deps.clock.now().getTime()
  const bytes = isKept ? await deps.files.open(upload.file) : undefined
  if (bytes === undefined) {
    throw new DocumentFailure('fetch_http_error', 'The upload has expired', { httpStatus: 404 })
  }
  return { filename: address.name, bytes }
}
