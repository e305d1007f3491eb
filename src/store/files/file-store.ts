import { createHash } from 'node:crypto'
import { constants, renameSync, rmSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { explainDiskFull } from '../../domain/errors.js'
import type { ByteRange, FileHash, FileStore, HeldFile } from '../../domain/files/ports.js'
import { nodeDisk } from '../disk/disk.js'
import { undefinedIfMissing } from '../folder.js'
import { openRegularFile } from '../safe-files.js'
import { FILE_NAME } from './file-name.js'
import { createRetention, type FileRetention, type RetentionDeps } from './retention.js'
import { INCOMING, type Sweep, type Swept, sweepFiles } from './sweep.js'
import type { Trash } from './trash.js'

type Files = FileStore &
  Pick<FileRetention, 'pin' | 'unpin' | 'settle'> & {
    /** Moves what no record refers to into the trash. For the start only. */
    sweep(sweep: Sweep): Promise<Swept>
    /** How many files records refer to, and were not there at the sweep, nor came since. */
    missing(): number
  }

type FileStoreDeps = RetentionDeps & { readonly trash: Trash | null }

/** Files by their content, in one folder. */
export function createFileStore(deps: FileStoreDeps): Files {
  const { folder, references, trash } = deps
  const { hold, pin, unpin, settle } = createRetention(deps)
  const missing = new Set<FileHash>()
  let received = 0

  const keep = async (path: string, held: HeldFile): Promise<HeldFile> => {
    const into = await folder()
    try {
      renameSync(path, join(into, held.sha256))
      await nodeDisk.syncFolder(into)
      missing.delete(held.sha256)
      return held
    } catch (error) {
      held.release()
      throw error
    }
  }

  const size = async (sha256: FileHash): Promise<number | undefined> =>
    FILE_NAME.test(sha256) ? (await undefinedIfMissing(lstat(join(await folder(), sha256))))?.size : undefined

  return {
    async put(bytes, { maxBytes }) {
      const into = await folder()
      received += 1
      const path = join(into, `${INCOMING}${received}`)
      try {
        const content = await receive(bytes, { path, maxBytes })
        if (content === undefined) return undefined
        return await keep(path, hold(content.sha256, content.size))
      } catch (error) {
        throw explainDiskFull(error)
      } finally {
        rmSync(path, { force: true })
      }
    },
    size,
    async open(sha256, range = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const isStored = (await size(sha256)) !== undefined
      return isStored ? readRange(join(await folder(), sha256), range) : undefined
    },
    pin,
    unpin,
    settle,
    async sweep(sweep) {
      if (trash === null) return { missing: [], moved: 0 }
      const swept = await sweepFiles({ folder: await folder(), references, trash }, sweep)
      for (const sha256 of swept.missing) missing.add(sha256)
      return swept
    },
    missing: () => [...missing].filter(references.has).length,
  }
}

/** Opens the file with the first read: content may be dropped unread, and nothing would close the file then. */
async function* readRange(path: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await openRegularFile(path)
  try {
    yield* file.createReadStream({ ...range, autoClose: false })
  } finally {
    await file.close()
  }
}

async function receive(bytes: AsyncIterable<Uint8Array>, to: { path: string; maxBytes: number }) {
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
