import { randomBytes } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'

/** Writes a file atomically; only its owner can read it. */
export async function writePrivateFile(path: string, content: object): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await write(temporary, `${JSON.stringify(content, null, 2)}\n`)
    await rename(temporary, path)
  } catch (error) {
    // It may contain secrets.
    await rm(temporary, { force: true })
    throw error
  }
}

/** The same, unless there is a file of that name: false then. */
export async function writeNewPrivateFile(path: string, content: object): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await write(temporary, `${JSON.stringify(content, null, 2)}\n`)
    await link(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
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
