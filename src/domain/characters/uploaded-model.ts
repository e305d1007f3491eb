import { DomainError } from '../errors.js'
import type { FileStore, HeldFile, Upload } from '../files/ports.js'
import { type Readable, requireGlb } from './glb.js'
import type { CharacterRecord } from './record.js'

export type UploadedModelDeps = { readonly files: Pick<FileStore, 'open'> }
type ShownModel = Pick<CharacterRecord, 'model_file' | 'model_status' | 'model_url'>

/** What a character says that has this model; rejects with `invalid` when it is none. */
export async function uploadedModel(
  { files }: UploadedModelDeps,
  { file, filename }: Upload,
): Promise<ShownModel> {
  if (!/\.glb$/i.test(filename))
    throw new DomainError('invalid', 'The name of the model file must end in .glb')
  await requireGlb(readable(files, file))
  return {
    model_file: { sha256: file.sha256, name: 'model.glb' },
    model_status: 'completed',
    model_url: null,
  }
}

const readable = (files: Pick<FileStore, 'open'>, { sha256, size }: HeldFile): Readable => ({
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
