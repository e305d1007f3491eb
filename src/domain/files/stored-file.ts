import { type Static, Type } from 'typebox'
import type { FileHash, FileStore } from './ports.js'

/** A file in the store that a record shows. Its address follows from it; the record knows no host. */
export const StoredFileSchema = Type.Object({
  sha256: Type.String(),
  name: Type.String({ description: 'Last segment of its address; the extension says what it is' }),
})
export type StoredFile = Static<typeof StoredFileSchema>

/** Where everybody may fetch a file of a character: never another one under the same address. */
export const filePath = ({ sha256, name }: StoredFile): string => `/files/${sha256}/${name}`

/** Whether an address, on whatever host, is that of the file: clients send back what they were answered. */
export const isUrlOfFile = (file: StoredFile, address: string): boolean => {
  const path = filePath(file)
  return address === path || (/^https?:\/\/[^/?#]+\//.test(address) && address.endsWith(path))
}

/** The bytes of a file, opened when the first is read: nothing stays open if nobody reads. Empty when there is no such file. */
export async function* readLazily(
  { files }: { readonly files: Pick<FileStore, 'open'> },
  sha256: FileHash,
): AsyncGenerator<Uint8Array> {
  yield* (await files.open(sha256)) ?? []
}
