import type { FinalModelState, ModelStatus } from '../../../contract/models.js'
import type { CallerIdentity } from '../../access.js'
import { type FindCharacterDeps, findReadableCharacter } from '../../characters/access.js'
import type { CharacterRecord } from '../../characters/record.js'
import { notFound } from '../../errors.js'
import { filePath, type StoredFile } from '../../files/stored-file.js'
import type { LiveModels } from './live-models.js'

export type ModelStatusDeps = FindCharacterDeps & { readonly liveModels: Pick<LiveModels, 'poll'> }

/** A character with its model as far as it has come; asking moves that on. Throws `not_found` as every reading does. */
export async function pollModel(
  deps: ModelStatusDeps,
  caller: CallerIdentity,
  id: string,
): Promise<CharacterRecord> {
  const record = await deps.liveModels.poll(await findReadableCharacter(deps, caller, id))
  if (record === undefined) throw notFound('Character')
  return record
}

type ModelViewContext = {
  /** Under which address the reader knows this server: scheme, host, port. */
  readonly address: string
  /** What a finished model is called. */
  readonly finalState: FinalModelState
}

/** The Model status object (contract). While a model is being made it tells of that one, not of the one before. */
export function viewModelStatus(
  record: CharacterRecord,
  { address, finalState }: ModelViewContext,
): ModelStatus {
  const { model_job: job, model_preview_file, model_thumbnail_file, model_file, model_url } = record
  const addressOf = (file: StoredFile | null) => (file === null ? null : `${address}${filePath(file)}`)
  if (job !== null) {
    return {
      modelStatus: job.isFailed ? 'failed' : job.stage,
      modelPreviewUrl: job.hasPreview ? addressOf(model_preview_file) : null,
      modelUrl: null,
      thumbnailUrl: job.hasThumbnail ? addressOf(model_thumbnail_file) : null,
      progress: job.progress,
      rigged: false,
      animations: [],
    }
  }
  const modelUrl = addressOf(model_file) ?? model_url
  return {
    modelStatus: modelUrl === null ? record.model_status : finalState,
    modelPreviewUrl: addressOf(model_preview_file) ?? record.model_preview_url,
    modelUrl,
    thumbnailUrl: addressOf(model_thumbnail_file),
    progress: modelUrl === null ? 0 : 100,
    rigged: record.model_rigged,
    animations: record.model_animations,
  }
}
