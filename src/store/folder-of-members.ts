import { randomBytes } from 'node:crypto'
import { constants, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './folder.js'
import { openRegularFile, readRegularTextFile } from './safe-files.js'

/**
 * Several servers that have one data folder know it by an id in this file, which the first of them makes anew: a copy of the
 * folder has an older one.
 */
const FILE = 'members.json'
const MAX_BYTES = 1000

/** Writes down a new id, and resolves with it. */
export async function noteMembers(folder: string): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const path = join(folder, FILE)
  const temporary = `${path}.${id}.tmp`
  const file = await openRegularFile(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    await file.writeFile(`${JSON.stringify({ folder: id })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  return id
}

/** Empty where no server has written one down. */
export async function readMembers(folder: string): Promise<string> {
  try {
    const read: unknown = JSON.parse(await readRegularTextFile(join(folder, FILE), MAX_BYTES))
    return typeof read === 'object' && read !== null && 'folder' in read ? String(read.folder) : ''
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return ''
    throw error
  }
}
