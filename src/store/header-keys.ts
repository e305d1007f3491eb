import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DocumentSource, HeaderEncryption } from '../domain/documents/ports.js'
import type { DocumentRecord } from '../domain/documents/record.js'
import { createKeyFiles, type KeyFiles } from './key-files.js'
import type { Index } from './table.js'

export type HeaderKeys = HeaderEncryption & {
  /** Follows the documents: the key of one goes when it has no headers any more, or is gone itself. */
  readonly index: Index<DocumentRecord>
  /** Waits until the keys that are no longer needed are gone. */
  settle(): Promise<void>
  /** Removes the keys of documents that do not have headers. For the start only. */
  sweep(): Promise<void>
}

type HeaderKeysSettings = {
  /** Null: in memory. */
  readonly folder: string | null
  /** Resolves when every change made so far is durable. */
  readonly flush: () => Promise<void>
}

/** AES-256-GCM under a random key of each document, whose id is authenticated with it. What is stored names the key. */
export function createHeaderKeys({ folder, flush }: HeaderKeysSettings): HeaderKeys {
  const keys: KeyFiles = createKeyFiles(folder)
  const needed = new Set<string>()
  const removals = new Set<Promise<void>>()

  const forgetOnceDurable = (keyId: string) => {
    const removal = Promise.resolve()
      .then(flush)
      .then(() => (needed.has(keyId) ? undefined : keys.remove(keyId)))
      // When the change cannot be made durable the key stays, and the next start looks again.
      .catch(() => undefined)
    removals.add(removal)
    void removal.then(() => removals.delete(removal))
  }

  return {
    async encrypt(documentId, headers) {
      const key = randomBytes(KEY_BYTES)
      const keyId = randomBytes(16).toString('hex')
      await keys.put(keyId, key)
      return `${keyId}.${encrypt(documentId, key, headers)}`
    },
    async decrypt(documentId, sealed) {
      const key = await keys.get(keyIdOf(sealed))
      return key === undefined ? {} : decrypt(documentId, key, sealed.slice(keyIdOf(sealed).length + 1))
    },
    async deleteKeys(sealed) {
      for (const text of sealed) await keys.remove(keyIdOf(text))
    },
    index: {
      build(records) {
        needed.clear()
        for (const { headers } of records.values()) if (headers !== null) needed.add(keyIdOf(headers))
      },
      change(before, after) {
        const [had, has] = [before?.headers ?? null, after?.headers ?? null]
        if (has !== null) needed.add(keyIdOf(has))
        if (had === null || had === has) return
        needed.delete(keyIdOf(had))
        forgetOnceDurable(keyIdOf(had))
      },
    },
    async settle() {
      await Promise.all(removals)
    },
    async sweep() {
      const unneeded = (await keys.ids()).filter((id) => !needed.has(id))
      for (const id of unneeded) await keys.remove(id)
    },
  }
}

const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'))

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Nonce, tag and text, in base64. A key encrypts once. */
function encrypt(id: string, key: Uint8Array, headers: DocumentSource['headers']): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  cipher.setAAD(Buffer.from(id))
  const text = Buffer.concat([cipher.update(JSON.stringify(headers), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

function decrypt(id: string, key: Uint8Array, sealed: string): DocumentSource['headers'] {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(id))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  // It is authenticated: nobody but `encrypt` wrote it.
  return JSON.parse(text.toString('utf8')) as DocumentSource['headers']
}
