import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore, HeldFile } from '../../domain/files/ports.js'
import { nodeDisk } from '../disk/disk.js'
import { isMissing } from '../folder.js'
import { createRetention, type FileRetention, type RetentionDeps } from './retention.js'

type Files = FileStore &
  Pick<FileRetention, 'pin' | 'unpin' | 'settle'> & {
    /** Removes what no record refers to; returns how many files are referred to and missing. For the start only. */
    sweep(): Promise<number>
  }

/** Files by their content, in one folder. */
export function createFileStore(deps: RetentionDeps): Files {
  const { folder, references } = deps
  const { hold, isNeeded, pin, unpin, settle } = createRetention(deps)
  let received = 0

  const keep = async (path: string, held: HeldFile): Promise<HeldFile> => {
    const into = await folder()
    try {
      renameSync(path, join(into, held.sha256))
      await nodeDisk.syncFolder(into)
      return held
    } catch (error) {
      held.release()
      throw error
    }
  }

  return {
    async put(bytes, { maxBytes }) {
      const into = await folder()
      received += 1
      const path = join(into, `${INCOMING}${received}`)
      try {
        const content = await receive(bytes, { path, maxBytes })
        if (content === undefined) return undefined
        return await keep(path, hold(content.sha256, content.size))
      } finally {
        rmSync(path, { force: true })
      }
    },
    async size(sha256) {
      if (!FILE_NAME.test(sha256)) return undefined
      return (await orMissing(stat(join(await folder(), sha256))))?.size
    },
    async open(sha256, range = { start: 0, end: Number.POSITIVE_INFINITY }) {
      if (!FILE_NAME.test(sha256)) return undefined
      const file = await orMissing(open(join(await folder(), sha256)))
      return file?.createReadStream(range)
    },
    pin,
    unpin,
    settle,
    async sweep() {
      const into = await folder()
      const names = new Set(await readdir(into))
      const unneeded = [...names].filter(
        (name) => name.startsWith(INCOMING) || (FILE_NAME.test(name) && !isNeeded(name)),
      )
      for (const name of unneeded) await rm(join(into, name))
      return [...references.all()].filter((sha256) => !names.has(sha256)).length
    },
  }
}

const INCOMING = 'incoming-'
const FILE_NAME = /^[0-9a-f]{64}$/

async function receive(bytes: AsyncIterable<Uint8Array>, to: { path: string; maxBytes: number }) {
  const file = await open(to.path, 'wx', 0o600)
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

async function orMissing<T>(attempt: Promise<T>): Promise<T | undefined> {
  try {
    return await attempt
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
