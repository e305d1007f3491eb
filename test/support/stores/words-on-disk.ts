import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, nodeDisk } from '../../../src/store/disk/disk.js'
import { copyFolder } from './store-folder.js'

/** Which of the words are in any byte of the folder, or in the name of a file. */
export async function findWordsOnDisk(folder: string, words: readonly string[]): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file)))).toString('latin1')
  return words.filter((word) => bytes.includes(word) || files.some((file) => file.includes(word)))
}

/**
 * A disk that copies the folder when the first new snapshot is about to count: what a crash would leave there, with
 * the removal durable and the old records all there still.
 */
export function createCrashingDisk(folder: string): { readonly disk: Disk; left(): Promise<string> } {
  let crashed: Promise<string> | undefined
  return {
    disk: {
      ...nodeDisk,
      rename: async (from, to) => {
        crashed ??= copyFolder(folder)
        await crashed
        await nodeDisk.rename(from, to)
      },
    },
    left: async () => (await crashed) ?? '',
  }
}
