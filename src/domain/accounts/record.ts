import { type Static, Type } from 'typebox'
import { AccountSchema, ApiKeySchema } from '../../contract/accounts.js'

export const AccountRecordSchema = Type.Object({
  ...AccountSchema.properties,
  isStaff: Type.Boolean(),
  createdAt: Type.String(),
})
export type AccountRecord = Static<typeof AccountRecordSchema>

/** The key itself is never stored, only its SHA-256 and the first characters as `preview`. */
export const ApiKeyRecordSchema = Type.Object({
  ...ApiKeySchema.properties,
  accountId: Type.String(),
  hash: Type.String({ description: 'SHA-256 of the key, hexadecimal' }),
})
export type ApiKeyRecord = Static<typeof ApiKeyRecordSchema>
