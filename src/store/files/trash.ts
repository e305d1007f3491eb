import { DAY_MS } from '../../contract/durations.js'
import type { BlobName, BlobStore } from '../../domain/files/blob-store.js'
import type { FileHash } from '../../domain/files/ports.js'
import { fileBlob, hashOf, TRASH_FOLDER_NAME } from './names.js'

export type Trash = {
  /** Moves these files there, as many as there is room for; returns how many. */
  add(files: ReadonlyMap<FileHash, number>, now: string): Promise<number>
  /** Puts the file back among the others; false when it is not there. */
  takeBack(sha256: FileHash): Promise<boolean>
  /** Removes the file at once. */
  remove(sha256: FileHash): Promise<void>
  /** Removes what has been there for a day. */
  removeExpired(now: string): Promise<void>
}

/** What does not fit stays where it is, until there is room. */
export type TrashLimits = { readonly files: number; readonly bytes: number }

type TrashSettings = {
  readonly blobs: BlobStore
  readonly limits?: TrashLimits | undefined
  /** Nothing is removed because of its age. */
  readonly isLocked: boolean
}

const LIMITS: TrashLimits = { files: 10_000, bytes: 2 ** 30 }

/**
 * Where files go that no record refers to and that nobody is known to have deleted: after a loss of records somebody may
 * still want them. They are in folders named by the time at which they came, such as `20300131T090000Z`.
 */
export async function openTrash({ blobs, limits = LIMITS, isLocked }: TrashSettings): Promise<Trash> {
  const content = await read(blobs)
  const removeEntry = async (sha256: FileHash, entry: Entry) => {
    await blobs.remove(nameOf(sha256, entry))
    if (content.get(sha256) === entry) content.delete(sha256)
  }

  return {
    async add(files, now) {
      const since = folderOf(now)
      let bytes = [...content.values()].reduce((sum, entry) => sum + entry.bytes, 0)
      let moved = 0
      for (const [sha256, size] of files) {
        if (content.size >= limits.files || bytes + size > limits.bytes) continue
        const [before, entry] = [content.get(sha256), { since, bytes: size }]
        await blobs.move(fileBlob(sha256), nameOf(sha256, entry))
        if (before !== undefined && before.since !== since) await blobs.remove(nameOf(sha256, before))
        content.set(sha256, entry)
        bytes += size
        moved += 1
      }
      return moved
    },
    async takeBack(sha256) {
      const entry = content.get(sha256)
      if (entry === undefined) return false
      const isThere = await blobs.move(nameOf(sha256, entry), fileBlob(sha256))
      content.delete(sha256)
      return isThere
    },
    async remove(sha256) {
      const entry = content.get(sha256)
      if (entry !== undefined) await removeEntry(sha256, entry)
    },
    async removeExpired(now) {
      if (isLocked) return
      const expired = [...content].filter(([, { since }]) => timeOf(since) + DAY_MS <= Date.parse(now))
      for (const [sha256, entry] of expired) await removeEntry(sha256, entry)
    },
  }
}

type Entry = { readonly since: string; readonly bytes: number }

const nameOf = (sha256: FileHash, { since }: Entry): BlobName => `trash/${since}/${sha256}`

/** Of a file that is there twice, after a crash between two steps of a move, the newer one counts and the other goes. */
async function read(blobs: BlobStore): Promise<Map<FileHash, Entry>> {
  const content = new Map<FileHash, Entry>()
  for await (const { name, size: bytes } of blobs.list('trash')) {
    const sha256 = hashOf(name)
    const entry = { since: name.split('/')[1] ?? '', bytes }
    const other = content.get(sha256)
    if (other !== undefined) await blobs.remove(nameOf(sha256, other.since < entry.since ? other : entry))
    if (other === undefined || other.since < entry.since) content.set(sha256, entry)
  }
  return content
}

/** Rounded up to a second, so that nothing goes before its day is over. */
const folderOf = (now: string): string =>
  new Date(Math.ceil(Date.parse(now) / 1000) * 1000).toISOString().replace(/\.\d+|[-:]/g, '')

const timeOf = (name: string): number => Date.parse(name.replace(TRASH_FOLDER_NAME, '$1-$2-$3T$4:$5:$6Z'))
