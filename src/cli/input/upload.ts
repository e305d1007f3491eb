import { constants, openAsBlob } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileInput } from '../../client/operation-types.js'
import { usageError } from '../errors/command-error.js'
import { serviceFlags, timeoutFlag } from '../flags/service-flags.js'

/** Uploads get a longer default timeout than other requests. */
export const uploadFlags = { ...serviceFlags, timeout: timeoutFlag('Time limit of one request.', 120) }

/** Opens a file for upload; its content is read from disk while it is sent. Throws a usage error. */
export async function openLocalFile(path: string): Promise<FileInput> {
  const isFile = await access(path, constants.R_OK).then(
    async () => (await stat(path)).isFile(),
    () => false,
  )
  if (!isFile) throw usageError(`Cannot read the file ${path}`)
  return { name: basename(path), content: await openAsBlob(path) }
}
