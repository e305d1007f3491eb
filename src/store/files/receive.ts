import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReceivedFile } from '../../domain/files/blob-store.js'
import { openRegularFile, streamRegularFile } from '../safe-files.js'

const INCOMING = 'incoming-'

export type Receiver = {
  /**
   * Writes the bytes to a file of their own, durably, and passes it to `use`; the file is removed afterwards, if it is
   * still there. Undefined, and `use` is not called, when there are more than `maxBytes`.
   */
  receive<T>(
    bytes: AsyncIterable<Uint8Array>,
    limit: { readonly maxBytes: number },
    use: (file: ReceivedFile) => Promise<T>,
  ): Promise<T | undefined>
  /** Removes what a killed process has left. For the start only. */
  clear(): Promise<void>
}

/** Receives files in a folder, which is asked for when it is first needed. */
export function createReceiver(folder: () => Promise<string>): Receiver {
  // Other processes may receive files in the same folder.
  const own = randomBytes(4).toString('hex')
  let received = 0
  return {
    async receive(bytes, { maxBytes }, use) {
      const into = await folder()
      received += 1
      const path = join(into, `${INCOMING}${own}-${received}`)
      try {
        const content = await write(bytes, { path, maxBytes })
        return content && (await use({ ...content, path, read: () => streamRegularFile(path) }))
      } finally {
        await rm(path, { force: true })
      }
    },
    async clear() {
      const path = await folder()
      // Nobody was ever told that these are stored.
      for (const name of await readdir(path)) if (name.startsWith(INCOMING)) await rm(join(path, name))
    },
  }
}

async function write(bytes: AsyncIterable<Uint8Array>, to: { path: string; maxBytes: number }) {
  const file = await openRegularFile(to.path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > to.maxBytes) return undefined
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
    return { sha256: hash.digest('hex'), size }
  } finally {
    await file.close()
  }
}
