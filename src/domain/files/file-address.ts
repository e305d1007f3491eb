import type { StoredFile } from './stored-file.js'

/** Where everybody may fetch a file of a character: never another one under the same address. */
export const filePath = ({ sha256, name }: StoredFile): string => `/files/${sha256}/${name}`

/** Whether an address, on whatever host, is that of the file: clients send back what they were answered. */
export const isUrlOfFile = (file: StoredFile, address: string): boolean => {
  const path = filePath(file)
  return address === path || (/^https?:\/\/[^/?#]+\//.test(address) && address.endsWith(path))
}
