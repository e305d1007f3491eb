import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Writes a file that only its owner can read, whole or not at all. */
export async function writePrivateFile(path: string, content: object): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await write(beside, `${JSON.stringify(content, null, 2)}\n`)
    await rename(beside, path)
  } catch (error) {
    // It holds secrets, and nobody would look for it.
    await rm(beside, { force: true })
    throw error
  }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
}
