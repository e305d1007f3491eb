import { type FileHandle, open, readdir, rename, truncate, unlink } from 'node:fs/promises'

/** The operations that change a store on disk, so that tests can stop it between any two. */
export type Disk = {
  open(path: string, flags: string, mode?: number): Promise<WritableFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  truncate(path: string, length: number): Promise<void>
  /** Makes new, renamed and removed names in a folder durable. */
  syncFolder(path: string): Promise<void>
}

export type WritableFile = Pick<FileHandle, 'writeFile' | 'datasync' | 'close'>

export const nodeDisk: Disk = {
  open,
  rename,
  unlink,
  truncate,
  async syncFolder(path) {
    const folder = await open(path)
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
}

export const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder)).sort()
