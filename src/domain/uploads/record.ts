import { type Static, Type } from 'typebox'

/** A file that waits for this server's own document fetcher, under the signature that its address ends on. */
export const UploadRecordSchema = Type.Object({
  id: Type.String(),
  file: Type.String({ description: 'SHA-256 of the bytes' }),
  expires_at: Type.String(),
})
export type UploadRecord = Static<typeof UploadRecordSchema>
