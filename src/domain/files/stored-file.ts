import { type Static, Type } from 'typebox'
import type { FileHash, FileStore } from './ports.js'

/** A stored file that a record refers to. Its URL is derived from it; the record does not know the host. */
export const StoredFileSchema = Type.Object({
  sha256: Type.String(),
  name: Type.String({ description: 'Last segment of its URL, with the extension of its type' }),
})
export type StoredFile = Static<typeof StoredFileSchema>

/** The public path of a character's file; its content never changes. */
export const filePath = ({ sha256, name }: StoredFile): string => `/files/${sha256}/${name}`

/** Whether a URL, on any host, is that of the file: clients send back the URLs that they received. */
export const isUrlOfFile = (file: StoredFile, address: string): boolean => {
  const path = filePath(file)
  return address === path || (/^https?:\/\/[^/?#]+\//.test(address) && address.endsWith(path))
}

/** The bytes of a file, which is opened at the first read, so that an unread one stays closed. Empty when there is no such file. */
export async function* readLazily(
  { files }: { readonly files: Pick<FileStore, 'open'> },
  sha256: FileHash,
): AsyncGenerator<Uint8Array> {
  yield* (await files.open(sha256)) ?? []
}
