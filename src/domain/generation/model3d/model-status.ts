import type { ModelStatus } from '../../../contract/models.js'
import type { CallerIdentity } from '../../access.js'
import { type FindCharacterDeps, findReadableCharacter } from '../../characters/access.js'
import type { CharacterRecord } from '../../characters/record.js'
import type { CharacterViewContext } from '../../characters/view.js'
import { notFound } from '../../errors.js'
import { filePath, type StoredFile } from '../../files/stored-file.js'
import type { LiveModels } from './live-models.js'

export type ModelStatusDeps = FindCharacterDeps & { readonly liveModels: Pick<LiveModels, 'poll'> }

/** The character with the current state of its model; polling advances the job. Throws `not_found` as every read does. */
export async function pollModel(
  deps: ModelStatusDeps,
  caller: CallerIdentity,
  id: string,
): Promise<CharacterRecord> {
  const record = await deps.liveModels.poll(await findReadableCharacter(deps, caller, id))
  if (record === undefined) throw notFound('Character')
  return record
}

type ModelViewContext = Pick<CharacterViewContext, 'address' | 'finalState'>

/** The Model status object of the contract: of the model that is being generated, if any, otherwise of the finished one. */
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
  const { model_shown: shown = [], model_not_shown: notShown = [] } = record
  const modelUrl = addressOf(model_file) ?? model_url
  return {
    modelStatus: modelUrl === null ? record.model_status : finalState,
    modelPreviewUrl: addressOf(model_preview_file) ?? record.model_preview_url,
    modelUrl,
    thumbnailUrl: addressOf(model_thumbnail_file),
    progress: modelUrl === null ? 0 : 100,
    rigged: record.model_rigged,
    animations: record.model_animations,
    // Open in the contract: it has no such fields, so they are there only when they say something.
    ...(modelUrl !== null && shown.length > 0 && { shown }),
    ...(modelUrl !== null && notShown.length > 0 && { notShown }),
  }
}
