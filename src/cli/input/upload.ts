import { constants, openAsBlob } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileInput } from '../../client/operation-types.js'
import { usageError } from '../errors/command-error.js'
import { serviceFlags, timeoutFlag } from '../flags/service-flags.js'

/** A large file over a slow line takes longer than any other request. */
export const uploadFlags = { ...serviceFlags, timeout: timeoutFlag('How long one request may take.', 120) }

/** A file to send, read from the disk while it is sent. */
export async function openLocalFile(path: string): Promise<FileInput> {
  const isFile = await access(path, constants.R_OK).then(
    async () => (await stat(path)).isFile(),
    () => false,
  )
  if (!isFile) throw usageError(`Cannot read the file ${path}`)
  return { name: basename(path), content: await openAsBlob(path) }
}
