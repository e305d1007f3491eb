import { type Static, Type } from 'typebox'
import { CharacterSchema } from '../../contract/characters.js'
import { NullableString } from '../../contract/shared.js'
import { StoredFileSchema } from '../files/stored-file.js'
import { ModelJobSchema } from './model-job.js'

const NullableFile = (description: string) => Type.Union([StoredFileSchema, Type.Null()], { description })

/** What is stored of a character: the wire's fields without those that follow from live sessions, and its owner. */
export const CharacterRecordSchema = Type.Object({
  ...Type.Omit(CharacterSchema, ['is_active', 'launch_status']).properties,
  account_id: Type.String(),
  org_id: NullableString({ description: 'Owning organization; null: the personal space of the account' }),
  text_only_chosen: Type.Boolean({
    description: 'text_only was set by hand, so the voice no longer decides it',
  }),
  avatar_file: NullableFile('The uploaded avatar; null: `avatar` says where the picture is'),
  source_image_file: NullableFile(
    'The picture that it was made from; null: `source_image_url` says where that is',
  ),
  voice_description: NullableString({ description: 'How the generated voice sounds' }),
  model_file: NullableFile('The uploaded or generated model; null: `model_url` says where the model is'),
  model_preview_file: NullableFile(
    'The preview of a generated model; null: `model_preview_url` says where that is',
  ),
  model_thumbnail_file: NullableFile('The picture of a generated model'),
  model_job: Type.Union([ModelJobSchema, Type.Null()], {
    description: 'The model that is being made, or could not be; null: there is none',
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
>

/** The fields that uploaded files set. */
export type UploadedFields = Partial<ModelFields & AvatarFields>
