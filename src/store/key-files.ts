import { constants } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { explainDiskFull } from '../domain/errors.js'
import { nodeDisk } from './disk/disk.js'
import { makeFolder, undefinedIfMissing } from './folder.js'
import { openRegularFile } from './safe-files.js'

export type KeyFiles = {
  /** Durable when it resolves. */
  put(id: string, key: Uint8Array): Promise<void>
  get(id: string): Promise<Uint8Array | undefined>
  remove(id: string): Promise<void>
  ids(): Promise<string[]>
}

/** A key in a file of its own for each id, readable for its owner alone; without a folder, in memory. */
export const createKeyFiles = (folder: string | null): KeyFiles =>
  folder === null ? inMemory() : inFolder(folder)

function inMemory(): KeyFiles {
  const keys = new Map<string, Uint8Array>()
  return {
    put: async (id, key) => void keys.set(id, key),
    get: async (id) => keys.get(id),
    remove: async (id) => void keys.delete(id),
    ids: async () => [...keys.keys()],
  }
}

function refuse(error: unknown): never {
  throw explainDiskFull(error)
}

const SUFFIX = '.key'
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

function inFolder(folder: string): KeyFiles {
  const pathOf = (id: string) => join(folder, `${id}${SUFFIX}`)
  return {
    async put(id, key) {
      await makeFolder(folder)
      const file = await openRegularFile(pathOf(id), NEW_FILE).catch(refuse)
      try {
        await file.writeFile(key)
        await file.sync()
      } catch (error) {
        await rm(pathOf(id), { force: true })
        refuse(error)
      } finally {
        await file.close()
      }
      await nodeDisk.syncFolder(folder)
    },
    async get(id) {
      const file = await undefinedIfMissing(openRegularFile(pathOf(id)))
      return file?.readFile().finally(() => file.close())
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async ids() {
      const names = (await undefinedIfMissing(readdir(folder))) ?? []
      return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length))
    },
  }
}
