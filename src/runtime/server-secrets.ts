import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSigningKey, isSigningKey, type SigningKey } from '../adapters/identity/signing-key.js'
import { API_KEY_PREFIX } from '../contract/limits.js'
import type { Secrets } from '../domain/chance.js'
import { writePrivateFile } from './private-file.js'
import { StartError } from './start-error.js'

/** What a data folder keeps readable for its owner alone: the first API key, for the command line, and the signing key. */
export type ServerSecrets = { readonly apiKey: string; readonly signingKey: SigningKey }

const FILE = 'secrets.json'

/** The secrets of the folder, made at its first start; without a folder they live as long as the server. */
export async function loadServerSecrets(folder: string | null, secrets: Secrets): Promise<ServerSecrets> {
  if (folder === null) return newSecrets(secrets)

  const path = join(folder, FILE)
  const stored = await readServerSecrets(folder)
  if (stored !== undefined) return stored

  const made = await newSecrets(secrets)
  await writePrivateFile(path, made)
  return made
}

async function newSecrets(secrets: Secrets): Promise<ServerSecrets> {
  return { apiKey: `${API_KEY_PREFIX}${secrets.token(32)}`, signingKey: await generateSigningKey() }
}

/** The secrets of the folder; undefined before its first start. Throws a StartError when they are damaged. */
export async function readServerSecrets(folder: string): Promise<ServerSecrets | undefined> {
  const path = join(folder, FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // That it is below a file is for the store to tell.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new StartError(`Cannot read ${path} (${error.code}).`, 'Start as the owner of the data folder.')
  })
  if (text === undefined) return undefined

  const { apiKey, signingKey } = fieldsOf(text, path)
  if (typeof apiKey !== 'string' || !apiKey.startsWith(API_KEY_PREFIX)) {
    throw damaged(path, ': it holds no API key')
  }
  if (!isSigningKey(signingKey)) throw damaged(path, ': its signing key is not a private P-256 key')
  return { apiKey, signingKey }
}

function fieldsOf(text: string, path: string): { apiKey?: unknown; signingKey?: unknown } {
  const stored = parse(text)
  if (typeof stored === 'object' && stored !== null) return stored
  throw damaged(path)
}

const damaged = (path: string, why = ''): StartError =>
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
