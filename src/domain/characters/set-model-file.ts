import type { Clock } from '../clock.js'
import { DomainError, notFound } from '../errors.js'
import type { FileStore, HeldFile, ReceiveUpload, Upload } from '../files/ports.js'
import { type Asking, type FindCharacterDeps, findChangeable } from './access.js'
import { type Readable, requireGlb } from './glb.js'
import type { CharacterStore } from './ports.js'
import type { CharacterRecord } from './record.js'

type SetModelFileDeps = FindCharacterDeps & {
  readonly characters: Pick<CharacterStore, 'find' | 'update'>
  readonly files: Pick<FileStore, 'open'>
  readonly clock: Pick<Clock, 'now'>
}
type ModelUpload = { readonly id: string; readonly receive: ReceiveUpload }

/** Gives the character an uploaded model. Nobody who may not change it gets to send one; it counts for no quota. */
export async function setModelFile(
  deps: SetModelFileDeps,
  caller: Asking,
  { id, receive }: ModelUpload,
): Promise<CharacterRecord> {
  await findChangeable(deps, caller, id)
  return receive(async (upload) => {
    const shown = { ...(await modelOf(deps, upload)), updated_at: deps.clock.now().toISOString() }
    const updated = await deps.characters.update(id, (current) => ({ ...current, ...shown }))
    if (updated === undefined) throw notFound('Character')
    return updated
  })
}

type Model = Pick<CharacterRecord, 'model_file' | 'model_status' | 'model_url'>

/** What a character says that has this model; rejects with `invalid` when it is none. */
async function modelOf(
  { files }: Pick<SetModelFileDeps, 'files'>,
  { file, filename }: Upload,
): Promise<Model> {
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
