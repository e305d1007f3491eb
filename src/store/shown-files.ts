import type { CharacterRecord, StoredFile } from '../domain/characters/record.js'
import type { FileHash } from '../domain/files/ports.js'
import type { Index } from './table.js'

/** The files of a character that its answers lead to. */
export const shownFiles = ({ avatar_file, model_file }: CharacterRecord): StoredFile[] =>
  [avatar_file, model_file].filter((file) => file !== null)

type ShownFiles = Index<CharacterRecord> & { get(sha256: FileHash): StoredFile | undefined }

/** Finds the files that some character shows. Their bytes decide the name, so that one hash has one. */
export function createShownFiles(): ShownFiles {
  const shown = new Map<FileHash, { readonly file: StoredFile; readonly count: number }>()

  const add = (file: StoredFile) =>
    shown.set(file.sha256, { file, count: (shown.get(file.sha256)?.count ?? 0) + 1 })
  const drop = ({ sha256 }: StoredFile) => {
    const known = shown.get(sha256)
    if (known === undefined || known.count === 1) shown.delete(sha256)
    else shown.set(sha256, { ...known, count: known.count - 1 })
  }

  return {
    get: (sha256) => shown.get(sha256)?.file,
    build(records) {
      shown.clear()
      for (const record of records.values()) shownFiles(record).forEach(add)
    },
    change(before, after) {
      if (before !== undefined) shownFiles(before).forEach(drop)
      if (after !== undefined) shownFiles(after).forEach(add)
    },
  }
}
