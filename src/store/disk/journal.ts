import { join } from 'node:path'
import type { Disk, LogFile } from './disk.js'
import { encodeEntry } from './entry.js'
import { segmentName } from './segment.js'

export type Journal = {
  /**
   * Appends the encoded changes as one entry and resolves when it is durable. One call at a time. After a failure it may
   * be called again: what may have been written is cut off first.
   */
  append(changes: readonly string[]): Promise<void>
  /** Goes on in a new segment; returns the number of the last entry before it. Never during an `append`. */
  rotate(): Promise<number>
  /** Removes all segments but the current one. */
  removeOlder(): Promise<void>
  /** Of all segments. */
  bytes(): number
  close(): Promise<void>
}

export type Segment = { readonly name: string; readonly bytes: number }

type JournalSettings = {
  readonly disk: Disk
  readonly folder: string
  /** What is there already, oldest first. */
  readonly segments: readonly Segment[]
  readonly lastSeq: number
}

/** Opens the journal for appending, behind its last whole entry. */
export async function openJournal({ disk, folder, segments, ...at }: JournalSettings): Promise<Journal> {
  const begin = async (name: string): Promise<LogFile> => {
    const file = await disk.openLog(join(folder, name), true)
    try {
      await disk.syncFolder(folder)
      return file
    } catch (error) {
      await file.close()
      // Entries go on in the segment before it, which must be the last at the next start.
      await disk.unlink(join(folder, name)).catch((cause: unknown) => {
        throw new Error('an unused segment of the journal cannot be removed', { cause })
      })
      throw error
    }
  }

  let lastSeq = at.lastSeq
  let older = segments.slice(0, -1)
  let { name, bytes } = segments.at(-1) ?? { name: segmentName(lastSeq + 1), bytes: 0 }
  let file = segments.length > 0 ? await disk.openLog(join(folder, name), false) : await begin(name)
  /** Something of an entry that failed may lie behind the last whole one. */
  let isUnclean = false
  const cutOff = async () => {
    await disk.truncate(join(folder, name), bytes)
    isUnclean = false
  }

  return {
    async append(changes) {
      if (isUnclean) await cutOff()
      const line = encodeEntry(lastSeq + 1, changes)
      try {
        await file.append(line)
      } catch (error) {
        // Whoever waits for it is told that it is not stored: the next start should not find it, whole or in part.
        isUnclean = true
        await cutOff().catch(() => undefined)
        throw error
      }
      lastSeq += 1
      bytes += line.length
    },
    async rotate() {
      const next = segmentName(lastSeq + 1)
      if (next === name) return lastSeq
      const [ended, opened] = [file, await begin(next)]
      older = [...older, { name, bytes }]
      file = opened
      name = next
      bytes = 0
      await ended.close()
      return lastSeq
    },
    async removeOlder() {
      // Oldest first: what a crash leaves is a row without gaps.
      for (const segment of older) {
        await disk.unlink(join(folder, segment.name))
        older = older.slice(1)
      }
      await disk.syncFolder(folder)
    },
    bytes: () => older.reduce((sum, segment) => sum + segment.bytes, bytes),
    close: () => file.close(),
  }
}
