import { type Static, Type } from 'typebox'

/** A file that waits for this server's own document fetcher; its id is the signature in its URL. */
export const UploadRecordSchema = Type.Object({
  id: Type.String(),
  file: Type.String({ description: 'SHA-256 of the bytes' }),
  expires_at: Type.String(),
})
export type UploadRecord = Static<typeof UploadRecordSchema>
