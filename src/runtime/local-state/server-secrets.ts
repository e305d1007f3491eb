import { join } from 'node:path'
import { generateSigningKey, isSigningKey, type SigningKey } from '../../adapters/identity/signing-key.js'
import { API_KEY_PREFIX } from '../../contract/limits.js'
import type { Secrets } from '../../domain/random.js'
import { readRegularTextFile } from '../../store/safe-files.js'
import { StoreError } from '../../store/store-error.js'
import { StartError } from '../process/start-error.js'
import { writePrivateFile } from './private-file.js'

/** What a data folder keeps readable for its owner alone. */
export type ServerSecrets = PersistentSecrets & {
  /** Shows that who sends it can read what only the owner of this server can; new at each start. */
  readonly localSecret: string
}

/** The first API key, for the command line, and the signing key. */
type PersistentSecrets = { readonly apiKey: string; readonly signingKey: SigningKey }

export const SECRETS_FILE = 'secrets.json'

/** The secrets of the folder, most made at its first start; without a folder they live as long as the server. */
export async function loadServerSecrets(folder: string | null, secrets: Secrets): Promise<ServerSecrets> {
  const stored = folder === null ? undefined : await readServerSecrets(folder)
  const own = { ...(stored ?? (await newSecrets(secrets))), localSecret: secrets.token(32) }
  if (folder !== null) await writePrivateFile(join(folder, SECRETS_FILE), own)
  return own
}

async function newSecrets(secrets: Secrets): Promise<PersistentSecrets> {
  return { apiKey: `${API_KEY_PREFIX}${secrets.token(32)}`, signingKey: await generateSigningKey() }
}

/** The secrets of the folder; undefined before its first start. Throws a StartError when they are damaged. */
export async function readServerSecrets(folder: string): Promise<PersistentSecrets | undefined> {
  const path = join(folder, SECRETS_FILE)
  const text = await readRegularTextFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof StoreError) throw error
    // That it is below a file is for the store to tell.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new StartError(`Cannot read ${path} (${error.code}).`, 'Start as the owner of the data folder.')
  })
  if (text === undefined) return undefined

  const { apiKey, signingKey } = fieldsOf(text, path)
  if (typeof apiKey !== 'string' || !apiKey.startsWith(API_KEY_PREFIX)) {
    throw damagedSecretsError(path, ': it holds no API key')
  }
  if (!isSigningKey(signingKey))
    throw damagedSecretsError(path, ': its signing key is not a private P-256 key')
  return { apiKey, signingKey }
}

function fieldsOf(text: string, path: string): { apiKey?: unknown; signingKey?: unknown } {
  const stored = parse(text)
  if (typeof stored === 'object' && stored !== null) return stored
  throw damagedSecretsError(path)
}

const damagedSecretsError = (path: string, why = ''): StartError =>
  new StartError(
    `${path} is damaged${why}.`,
    'Restore it from a copy, or delete it: a new API key and signing key are made then.',
  )

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
