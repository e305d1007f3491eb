import { filePath } from '../domain/characters/file-address.js'
import type { CharacterRecord, StoredFile } from '../domain/characters/record.js'
import type { Index } from './table.js'

/** The files of a character that its answers lead to. */
export const shownFiles = ({ avatar_file, source_image_file, model_file }: CharacterRecord): StoredFile[] =>
  [avatar_file, source_image_file, model_file].filter((file) => file !== null)

type ShownFiles = Index<CharacterRecord> & { get(file: StoredFile): StoredFile | undefined }

/** Finds the files that some character shows. The same bytes may go by several names. */
export function createShownFiles(): ShownFiles {
  const shown = new Map<string, { readonly file: StoredFile; readonly count: number }>()

  const add = (file: StoredFile) => {
    const path = filePath(file)
    shown.set(path, { file, count: (shown.get(path)?.count ?? 0) + 1 })
  }
  const drop = (file: StoredFile) => {
    const path = filePath(file)
    const known = shown.get(path)
    if (known === undefined || known.count === 1) shown.delete(path)
    else shown.set(path, { ...known, count: known.count - 1 })
  }

  return {
    get: (file) => shown.get(filePath(file))?.file,
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
