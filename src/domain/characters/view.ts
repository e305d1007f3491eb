import type { Character } from '../../contract/characters.js'
import type { FinalModelState } from '../../contract/models.js'
import { filePath, type StoredFile } from '../files/stored-file.js'
import type { CharacterRecord } from './record.js'

export type CharacterViewContext = {
  readonly launchStatus: Character['launch_status']
  /** Scheme, host and port by which the client reaches this server. */
  readonly address: string
  /** The `model_status` of a finished 3D model. */
  readonly finalState: FinalModelState
}

/** The character on the wire: without its owner, with URLs of its files and the state of its live sessions. */
export function viewCharacter(
  record: CharacterRecord,
  { launchStatus, address, finalState }: CharacterViewContext,
): Character {
  const { account_id, org_id, text_only_chosen, voice_description, model_job, ...rest } = record
  const { avatar_file, source_image_file, model_file, model_preview_file, model_thumbnail_file, ...shown } =
    rest
  const addressOf = (file: StoredFile) => `${address}${filePath(file)}`
  return {
    ...shown,
    avatar: avatar_file === null ? shown.avatar : addressOf(avatar_file),
    source_image_url: source_image_file === null ? shown.source_image_url : addressOf(source_image_file),
    model_url: model_file === null ? shown.model_url : addressOf(model_file),
    model_preview_url: model_preview_file === null ? shown.model_preview_url : addressOf(model_preview_file),
    model_status: shown.model_status === 'ready' ? finalState : shown.model_status,
    is_active: launchStatus === 'running',
    launch_status: launchStatus,
  }
}
