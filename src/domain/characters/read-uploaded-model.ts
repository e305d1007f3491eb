import { domainError } from '../errors.js'
import type { FileStore, HeldFile, Upload } from '../files/ports.js'
import { type RandomAccessFile, readGlbMetadata } from './glb.js'
import type { CharacterRecord } from './record.js'

export type UploadedModelDeps = { readonly files: Pick<FileStore, 'open'> }
/** What a record says of a model that takes the place of whatever was there or was being made. */
export type ModelFields = Pick<CharacterRecord, ModelField>
type ModelField =
  | 'model_file'
  | 'model_status'
  | 'model_url'
  | 'model_rigged'
  | 'model_animations'
  | 'model_preview_file'
  | 'model_preview_url'
  | 'model_thumbnail_file'
  | 'model_job'

/** What a character says that has this model; rejects with `invalid` when it is none. */
export async function readUploadedModel(
  { files }: UploadedModelDeps,
  { file, filename }: Upload,
): Promise<ModelFields> {
  if (!/\.glb$/i.test(filename)) throw domainError('invalidModelName')
  const { isRigged, animations } = await readGlbMetadata(randomAccessFile(files, file))
  return {
    model_file: { sha256: file.sha256, name: 'model.glb' },
    model_status: 'completed',
    model_url: null,
    model_rigged: isRigged,
    model_animations: [...animations],
    model_preview_file: null,
    model_preview_url: null,
    model_thumbnail_file: null,
    model_job: null,
  }
}

/** A stored file, to be read piece by piece. */
export const randomAccessFile = (
  files: Pick<FileStore, 'open'>,
  { sha256, size }: HeldFile,
): RandomAccessFile => ({
  size,
  async read(start, length) {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - start)))
    if (bytes.length === 0) return bytes
    let at = 0
    for await (const chunk of (await files.open(sha256, { start, end: start + bytes.length - 1 })) ?? []) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  },
})
