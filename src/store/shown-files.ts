import type { CharacterRecord } from '../domain/characters/record.js'
import type { MessageRecord } from '../domain/conversations/record.js'
import { filePath, type StoredFile } from '../domain/files/stored-file.js'
import type { StoredRecord } from './kind.js'
import type { Index } from './table.js'

/** The files of a character that its answers lead to. */
export const shownFiles = (record: CharacterRecord): StoredFile[] => {
  const { avatar_file, source_image_file, model_file, model_preview_file, model_thumbnail_file } = record
  const files = [avatar_file, source_image_file, model_file, model_preview_file, model_thumbnail_file]
  return files.filter((file) => file !== null)
}

/** The picture of a message. */
export const messageFiles = ({ imageFile }: MessageRecord): StoredFile[] =>
  imageFile === undefined ? [] : [imageFile]

type ShownFiles<R extends StoredRecord> = Index<R> & { get(file: StoredFile): StoredFile | undefined }

/** Finds the files that some record shows. The same bytes may go by several names. */
export function createShownFiles<R extends StoredRecord>(
  filesOf: (record: R) => StoredFile[],
): ShownFiles<R> {
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
      for (const record of records.values()) filesOf(record).forEach(add)
    },
    change(before, after) {
      if (before !== undefined) filesOf(before).forEach(drop)
      if (after !== undefined) filesOf(after).forEach(add)
    },
  }
}
