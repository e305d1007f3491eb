import { join } from 'node:path'
import { generateSigningKey, isSigningKey, type SigningKey } from '../../adapters/identity/signing-key.js'
import { API_KEY_PREFIX } from '../../contract/limits.js'
import type { Secrets } from '../../domain/random.js'
import { readRegularTextFile } from '../../store/safe-files.js'
import { StoreError } from '../../store/store-error.js'
import { StartError } from '../process/start-error.js'
import { writeNewPrivateFile, writePrivateFile } from './private-file.js'

/** Stored in the data folder, readable by its owner alone. */
export type ServerSecrets = PersistentSecrets & {
  /** Proves that a caller can read the files of the server's owner; new at each start. */
  readonly localSecret: string
}

/** The first API key, for the command line, and the signing key. */
type PersistentSecrets = { readonly apiKey: string; readonly signingKey: SigningKey }
/** The local one is that of the last start. */
type StoredSecrets = PersistentSecrets & Partial<Pick<ServerSecrets, 'localSecret'>>

export const SECRETS_FILE = 'secrets.json'

/**
 * Loads the secrets of a folder, or creates them at its first start; without a folder, for this run only. `isShared`: other
 * servers have the folder, too.
 */
export async function loadServerSecrets(
  folder: string | null,
  secrets: Secrets,
  { isShared = false } = {},
): Promise<ServerSecrets> {
  if (isShared && folder !== null) return loadSharedSecrets(folder, secrets)
  const stored = folder === null ? undefined : await readServerSecrets(folder)
  const loaded = { ...(stored ?? (await newSecrets(secrets))), localSecret: secrets.token(32) }
  if (folder !== null) await writePrivateFile(join(folder, SECRETS_FILE), loaded)
  return loaded
}

/** All of them, also the local one, are those of whichever server came first. */
async function loadSharedSecrets(folder: string, secrets: Secrets): Promise<ServerSecrets> {
  const stored = await readServerSecrets(folder)
  const made = {
    ...(stored ?? (await newSecrets(secrets))),
    localSecret: stored?.localSecret ?? secrets.token(32),
  }
  if (stored?.localSecret !== undefined) return made
  if (stored === undefined) {
    const isFirst = await writeNewPrivateFile(join(folder, SECRETS_FILE), made)
    return isFirst ? made : loadSharedSecrets(folder, secrets)
  }
  await writePrivateFile(join(folder, SECRETS_FILE), made)
  return made
}

async function newSecrets(secrets: Secrets): Promise<PersistentSecrets> {
  return { apiKey: `${API_KEY_PREFIX}${secrets.token(32)}`, signingKey: await generateSigningKey() }
}

/** Reads the secrets of a folder; undefined before its first start. Throws a StartError when they are damaged. */
export async function readServerSecrets(folder: string): Promise<StoredSecrets | undefined> {
  const path = join(folder, SECRETS_FILE)
  const text = await readRegularTextFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof StoreError) throw error
    // ENOTDIR: the store reports a data folder whose path leads through a file.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new StartError(`Cannot read ${path} (${error.code}).`, 'Start as the owner of the data folder.')
  })
  if (text === undefined) return undefined

  const { apiKey, signingKey, localSecret } = fieldsOf(text, path)
  if (typeof apiKey !== 'string' || !apiKey.startsWith(API_KEY_PREFIX)) {
    throw damagedSecretsError(path, ': it holds no API key')
  }
  if (!isSigningKey(signingKey))
    throw damagedSecretsError(path, ': its signing key is not a private P-256 key')
  return { apiKey, signingKey, ...(typeof localSecret === 'string' && { localSecret }) }
}

type Fields = { apiKey?: unknown; signingKey?: unknown; localSecret?: unknown }

function fieldsOf(text: string, path: string): Fields {
  const stored = parse(text)
  if (typeof stored === 'object' && stored !== null) return stored
  throw damagedSecretsError(path)
}

const damagedSecretsError = (path: string, why = ''): StartError =>
  new StartError(
    `${path} is damaged${why}.`,
    'Restore it from a copy, or delete it: the next start creates a new API key and signing key.',
  )

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
