import { rmSync } from 'node:fs'
import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../contract/durations.js'
import type { FileHash } from '../../domain/files/ports.js'
import { makeFolder, undefinedIfMissing } from '../folder.js'
import { FILE_NAME } from './file-name.js'

export type Trash = {
  readonly folder: string
  /** Moves these files there, as many as there is room for; returns how many. */
  add(paths: ReadonlyMap<FileHash, string>, now: string): Promise<number>
  /** Moves the file to `path`; false when it is not there. */
  takeBack(sha256: FileHash, path: string): Promise<boolean>
  /** Removes the file at once. */
  remove(sha256: FileHash): void
  /** Removes what has been there for a day. */
  removeExpired(now: string): Promise<void>
}

/** What does not fit stays where it is, until there is room. */
export type TrashLimits = { readonly files: number; readonly bytes: number }

type TrashSettings = {
  readonly folder: string
  readonly limits?: TrashLimits | undefined
  /** Nothing is removed because of its age. */
  readonly isLocked: boolean
}

const LIMITS: TrashLimits = { files: 10_000, bytes: 2 ** 30 }
/**
 * Where files go that no record refers to and that nobody is known to have deleted: after a loss of records somebody may
 * still want them. They are in folders named by the time at which they came, such as `20300131T090000Z`.
 */
export async function openTrash({ folder, limits = LIMITS, isLocked }: TrashSettings): Promise<Trash> {
  const content = await read(folder)
  const pathOf = (sha256: FileHash, { since }: Entry) => join(folder, since, sha256)
  const forget = async (since: string) => {
    // Not where somebody has put something else.
    await rmdir(join(folder, since)).catch(() => undefined)
  }

  return {
    folder,
    async add(paths, now) {
      const since = nameOf(now)
      let bytes = [...content.values()].reduce((sum, entry) => sum + entry.bytes, 0)
      let moved = 0
      for (const [sha256, path] of paths) {
        const { size } = await lstat(path)
        if (content.size >= limits.files || bytes + size > limits.bytes) continue
        await makeFolder(join(folder, since))
        const before = content.get(sha256)
        await rename(path, join(folder, since, sha256))
        if (before !== undefined && before.since !== since) await rm(pathOf(sha256, before), { force: true })
        content.set(sha256, { since, bytes: size })
        bytes += size
        moved += 1
      }
      return moved
    },
    async takeBack(sha256, path) {
      const entry = content.get(sha256)
      if (entry === undefined) return false
      await rename(pathOf(sha256, entry), path)
      content.delete(sha256)
      await forget(entry.since)
      return true
    },
    remove(sha256) {
      const entry = content.get(sha256)
      if (entry === undefined) return
      rmSync(pathOf(sha256, entry), { force: true })
      content.delete(sha256)
    },
    async removeExpired(now) {
      if (isLocked) return
      const isExpired = (since: string) => timeOf(since) + DAY_MS <= Date.parse(now)
      for (const [sha256, entry] of [...content]) {
        if (!isExpired(entry.since)) continue
        await rm(pathOf(sha256, entry), { force: true })
        content.delete(sha256)
      }
      const folders = (await undefinedIfMissing(readdir(folder))) ?? []
      for (const since of folders.filter((name) => FOLDER_NAME.test(name) && isExpired(name)))
        await forget(since)
    },
  }
}

type Entry = { readonly since: string; readonly bytes: number }

async function read(folder: string): Promise<Map<FileHash, Entry>> {
  const content = new Map<FileHash, Entry>()
  const folders = (await undefinedIfMissing(readdir(folder))) ?? []
  for (const since of folders.filter((name) => FOLDER_NAME.test(name)).sort()) {
    for (const sha256 of (await readdir(join(folder, since))).filter((name) => FILE_NAME.test(name))) {
      const { size: bytes } = await lstat(join(folder, since, sha256))
      content.set(sha256, { since, bytes })
    }
  }
  return content
}

const FOLDER_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Rounded up to a second, so that nothing goes before its day is over. */
const nameOf = (now: string): string =>
  new Date(Math.ceil(Date.parse(now) / 1000) * 1000).toISOString().replace(/\.\d+|[-:]/g, '')

const timeOf = (name: string): number => Date.parse(name.replace(FOLDER_NAME, '$1-$2-$3T$4:$5:$6Z'))
