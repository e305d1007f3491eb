import { constants, type FileHandle, rename, unlink } from 'node:fs/promises'
import { openRegularFile } from '../safe-files.js'

/** The operations that change a store on disk, so that tests can stop it between any two. */
export type Disk = {
  /** Opens a file for appending; `isNew` makes it, and refuses when it is there. */
  openLog(path: string, isNew: boolean): Promise<LogFile>
  /** Opens an empty file, whatever was there. */
  create(path: string): Promise<WritableFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Durable when it resolves. */
  truncate(path: string, length: number): Promise<void>
  /** Makes new, renamed and removed names in a folder durable. */
  syncFolder(path: string): Promise<void>
}

export type LogFile = {
  /** Resolves when the bytes are on disk. */
  append(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

export type WritableFile = Pick<FileHandle, 'writeFile' | 'datasync' | 'close'>

export const nodeDisk: Disk = {
  openLog,
  create: (path) => openRegularFile(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC),
  rename,
  unlink,
  async truncate(path, length) {
    const file = await openRegularFile(path, constants.O_RDWR)
    try {
      await file.truncate(length)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  async syncFolder(path) {
    const folder = await openRegularFile(path)
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
}

/**
 * With O_DSYNC a write returns when an fdatasync after it would have (open(2)): one trip to another thread where
 * write and fdatasync are two, with this thread in between, which may be busy with something else just then.
 */
async function openLog(path: string, isNew: boolean): Promise<LogFile> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_DSYNC } = constants
  // Not every system has it, whatever the types say.
  const syncs = (O_DSYNC as number | undefined) ?? 0
  const file = await openRegularFile(path, O_WRONLY | O_APPEND | syncs | (isNew ? O_CREAT | O_EXCL : 0))
  return {
    async append(bytes) {
      // Not writeFile, which does as much again around each of its writes; an entry is mostly one.
      for (let written = 0; written < bytes.length; )
        written += (await file.write(bytes, written)).bytesWritten
      if (syncs === 0) await file.datasync()
    },
    close: () => file.close(),
  }
}
