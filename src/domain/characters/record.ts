import { type Static, Type } from 'typebox'
import { CharacterSchema } from '../../contract/characters.js'
import { NullableString } from '../../contract/shared.js'
import { type StoredFile, StoredFileSchema } from '../files/stored-file.js'
import { ModelJobSchema } from './model-job.js'

const NullableFile = (description: string) => Type.Union([StoredFileSchema, Type.Null()], { description })

/** A stored character: the fields of the wire except those that follow from live sessions, and its owner. */
export const CharacterRecordSchema = Type.Object({
  ...Type.Omit(CharacterSchema, ['is_active', 'launch_status']).properties,
  account_id: Type.String(),
  org_id: NullableString({ description: 'Owning organization; null: the personal space of the account' }),
  text_only_chosen: Type.Boolean({
    description: 'text_only was set explicitly, so the voice no longer decides it',
  }),
  avatar_file: NullableFile('The uploaded avatar; null: the picture is at `avatar`'),
  source_image_file: NullableFile('The picture it was created from; null: at `source_image_url`'),
  voice_description: NullableString({ description: 'How the generated voice sounds' }),
  model_file: NullableFile('The uploaded or generated model; null: at `model_url`'),
  model_preview_file: NullableFile('The preview of a generated model; null: at `model_preview_url`'),
  model_thumbnail_file: NullableFile('The picture of a generated model'),
  model_shown: Type.Optional(
    Type.Array(Type.String(), { description: 'What of the description the model shows' }),
  ),
  model_not_shown: Type.Optional(
    Type.Array(Type.String(), { description: 'Things of the description that the model does not show' }),
  ),
  model_job: Type.Union([ModelJobSchema, Type.Null()], {
    description: 'The model that is being generated, or that failed; null: none',
  }),
})
export type CharacterRecord = Static<typeof CharacterRecordSchema>

/** The fields that a new avatar sets. */
export type AvatarFields = Pick<CharacterRecord, 'avatar' | 'avatar_file'>

/** The fields that a new 3D model sets, in place of the model that was there or was being made. */
export type ModelFields = Pick<
  CharacterRecord,
  | ('model_file' | 'model_status' | 'model_url' | 'model_rigged' | 'model_animations')
  | ('model_preview_file' | 'model_preview_url' | 'model_thumbnail_file' | 'model_job')
  | ('model_shown' | 'model_not_shown')
>

/** The fields that uploaded files set. */
export type UploadedFields = Partial<ModelFields & AvatarFields>

/** The files that answers about a character lead to. */
export const filesOfCharacter = (record: CharacterRecord): readonly StoredFile[] =>
  [
    ...[record.avatar_file, record.source_image_file],
    ...[record.model_file, record.model_preview_file, record.model_thumbnail_file],
  ].filter((file) => file !== null)
