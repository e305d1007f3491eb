import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import { domainError, notFound } from '../errors.js'
import type { FileStore, ReceiveUpload, Upload } from '../files/ports.js'
import { type UnitOfWork, updateRecord } from '../unit-of-work.js'
import { type FindCharacterDeps, findChangeableCharacter } from './access.js'
import { randomAccessFile, readGlbMetadata } from './glb.js'
import type { CharacterRecord, ModelFields } from './record.js'

type SetModelFileDeps = FindCharacterDeps &
  UploadedModelDeps &
  UnitOfWork & {
    readonly clock: Pick<Clock, 'now'>
  }
type ModelUpload = { readonly id: string; readonly receive: ReceiveUpload }

/** Sets an uploaded 3D model. Access is checked before the file is received. No quota applies. */
export async function setModelFile(
  deps: SetModelFileDeps,
  caller: CallerIdentity,
  { id, receive }: ModelUpload,
): Promise<CharacterRecord> {
  await findChangeableCharacter(deps, caller, id)
  return receive(async (upload) => {
    const fields = { ...(await readUploadedModel(deps, upload)), updated_at: deps.clock.now().toISOString() }
    const updated = await updateRecord(deps, { kind: 'characters', id }, (current) => ({
      ...current,
      ...fields,
    }))
    if (updated === undefined) throw notFound('Character')
    return updated
  })
}

export type UploadedModelDeps = { readonly files: Pick<FileStore, 'open'> }

/** The fields of a character with this model; rejects with `invalid` when the file is not a model. */
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
    model_shown: [],
    model_not_shown: [],
    model_job: null,
  }
}
