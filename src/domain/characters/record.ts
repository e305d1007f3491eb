import { type Static, Type } from 'typebox'
import { CharacterSchema } from '../../contract/characters.js'
import { NullableString } from '../../contract/shared.js'

/** What is stored of a character: the wire's fields without those that follow from live sessions, and its owner. */
export const CharacterRecordSchema = Type.Object({
  ...Type.Omit(CharacterSchema, ['is_active', 'launch_status']).properties,
  account_id: Type.String(),
  org_id: NullableString({ description: 'Owning organization; null: the personal space of the account' }),
  text_only_chosen: Type.Boolean({
    description: 'text_only was set by hand, so the voice no longer decides it',
  }),
})
export type CharacterRecord = Static<typeof CharacterRecordSchema>
