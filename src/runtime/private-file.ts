import { randomBytes } from 'node:crypto'
import { open, rename } from 'node:fs/promises'

/** Writes a file that only its owner can read, whole or not at all. */
export async function writePrivateFile(path: string, content: object): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
}
