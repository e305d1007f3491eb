/** A stored file is named by the SHA-256 of its bytes. */
export const FILE_NAME = /^[0-9a-f]{64}$/
