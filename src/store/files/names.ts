import type { BlobName } from '../../domain/files/blob-store.js'
import type { FileHash } from '../../domain/files/ports.js'

/** A stored file is named by the SHA-256 of its bytes. */
export const FILE_NAME = /^[0-9a-f]{64}$/

/** Folders of the trash are named by the time at which files came, such as `20300131T090000Z`. */
export const TRASH_FOLDER_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

export const fileBlob = (sha256: FileHash): BlobName => `files/${sha256}`
export const hashOf = (name: BlobName): FileHash => name.slice(name.lastIndexOf('/') + 1)
