import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobFolder, BlobName, BlobStore } from '../../domain/files/blob-store.js'
import { nodeDisk } from '../disk/disk.js'
import { isMissing, undefinedIfMissing } from '../folder.js'
import { streamRegularFile } from '../safe-files.js'
import { FILE_NAME, TRASH_FOLDER_NAME } from './names.js'

type FolderSettings = {
  /** Called when it is first needed. Files are received in it as well, so that they only need to be renamed. */
  readonly files: () => Promise<string>
  /** Null: there is none. */
  readonly trash: string | null
}

/** Blobs as files in the data folder. */
export function createFolderBlobs({ files, trash }: FolderSettings): BlobStore {
  const folderOf = async (folder: BlobFolder): Promise<string> => {
    if (folder === 'files') return files()
    if (trash === null) throw new Error('There is no trash')
    return trash
  }
  const pathOf = async (name: BlobName): Promise<string> => {
    const [folder = '', ...rest] = name.split('/')
    return join(await folderOf(folder as BlobFolder), ...rest)
  }
  const shown = trash === null ? 'a temporary folder' : dirname(trash)

  return {
    shown,
    async add(name, { path }) {
      const target = await pathOf(name)
      await rename(path, target)
      await nodeDisk.syncFolder(dirname(target))
    },
    size: async (name) => (await undefinedIfMissing(lstat(await pathOf(name))))?.size,
    async *read(name, range) {
      yield* streamRegularFile(await pathOf(name), range)
    },
    async move(from, to) {
      const [source, target] = await Promise.all([pathOf(from), pathOf(to)])
      if ((await undefinedIfMissing(lstat(source))) === undefined) return false
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(source, target)
      await removeIfEmpty(dirname(source))
      return true
    },
    async remove(name) {
      const path = await pathOf(name)
      await rm(path, { force: true })
      if (name.startsWith('trash/')) await removeIfEmpty(dirname(path))
    },
    async *list(folder) {
      const path = await folderOf(folder)
      const names = (await undefinedIfMissing(readdir(path))) ?? []
      for (const name of names) {
        if (folder === 'files') yield* blobsIn(path, [name], (file) => `files/${file}`)
        else if (TRASH_FOLDER_NAME.test(name)) {
          yield* blobsIn(join(path, name), await readdir(join(path, name)), (file) => `trash/${name}/${file}`)
        }
      }
    },
    failure: () => null,
  }
}

async function* blobsIn(folder: string, names: readonly string[], nameOf: (file: string) => BlobName) {
  for (const name of names.filter((each) => FILE_NAME.test(each))) {
    const found = await undefinedIfMissing(lstat(join(folder, name)))
    if (found !== undefined) yield { name: nameOf(name), size: found.size }
  }
}

/** A folder of the trash goes with its last file, but not where somebody has put something else; `files/` stays. */
async function removeIfEmpty(folder: string): Promise<void> {
  if (!TRASH_FOLDER_NAME.test(folder.slice(folder.length - 16))) return
  await rmdir(folder).catch((error: unknown) => {
    if (!isMissing(error) && !IN_USE.has(String((error as NodeJS.ErrnoException).code))) throw error
  })
}

const IN_USE = new Set(['ENOTEMPTY', 'EEXIST'])
