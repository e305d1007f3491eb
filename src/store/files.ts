import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileHash, FileStore, HeldFile } from '../domain/files/ports.js'
import type { FileReferences } from './file-references.js'
import { isMissing, syncFolder } from './folder.js'

type FileSettings = {
  /** Where the files are; called when it is first needed. */
  readonly folder: () => Promise<string>
  readonly references: FileReferences
  /** Resolves when every change made so far is durable. */
  readonly flush: () => Promise<void>
}

type Files = FileStore & {
  /** Waits until the files that lost their last reference are gone. */
  settle(): Promise<void>
}

/** Files by their content, in one folder. */
export function createFileStore({ folder, references, flush }: FileSettings): Files {
  const holds = new Map<FileHash, number>()
  const removals = new Set<Promise<void>>()
  let received = 0

  const isNeeded = (sha256: FileHash) => holds.has(sha256) || references.has(sha256)

  /** Before the loss of the reference is durable the file must stay: after a crash the record would want it. */
  const removeIfUnneeded = async (sha256: FileHash) => {
    await flush()
    // Looked at and removed in one turn, so that no `put` of the same bytes comes between.
    if (!isNeeded(sha256)) rmSync(join(await folder(), sha256), { force: true })
  }
  const leave = (sha256: FileHash) => {
    // When the change cannot be made durable the file stays, and the next start looks again.
    const removal = removeIfUnneeded(sha256).catch(() => undefined)
    removals.add(removal)
    void removal.then(() => removals.delete(removal))
  }
  const hold = (sha256: FileHash, size: number): HeldFile => {
    holds.set(sha256, (holds.get(sha256) ?? 0) + 1)
    let isHeld = true
    return {
      sha256,
      size,
      release() {
        if (!isHeld) return
        isHeld = false
        const left = (holds.get(sha256) ?? 0) - 1
        if (left > 0) holds.set(sha256, left)
        else holds.delete(sha256)
        if (!isNeeded(sha256)) leave(sha256)
      },
    }
  }
  references.onLost(leave)

  return {
    async put(bytes, { maxBytes }) {
      const into = await folder()
      received += 1
      const path = join(into, `${INCOMING}${received}`)
      try {
        const content = await receive(bytes, { path, maxBytes })
        if (content === undefined) return undefined
        const held = hold(content.sha256, content.size)
        renameSync(path, join(into, content.sha256))
        await syncFolder(into)
        return held
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
    async settle() {
      await Promise.all(removals)
    },
  }
}

export const INCOMING = 'incoming-'
export const FILE_NAME = /^[0-9a-f]{64}$/

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
