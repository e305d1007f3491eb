import { type Static, Type } from 'typebox'

/** A file in the store that a record shows. Its address follows from it; the record knows no host. */
export const StoredFileSchema = Type.Object({
  sha256: Type.String(),
  name: Type.String({ description: 'Last segment of its address; the extension says what it is' }),
})
export type StoredFile = Static<typeof StoredFileSchema>
