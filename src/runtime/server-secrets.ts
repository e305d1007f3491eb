import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSigningKey, type SigningKey } from '../adapters/identity/signing-key.js'
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
  const stored = await read(path)
  if (stored !== undefined) return stored

  const made = await newSecrets(secrets)
  await writePrivateFile(path, made)
  return made
}

async function newSecrets(secrets: Secrets): Promise<ServerSecrets> {
  return { apiKey: `${API_KEY_PREFIX}${secrets.token(32)}`, signingKey: await generateSigningKey() }
}

async function read(path: string): Promise<ServerSecrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`Cannot read ${path} (${error.code}).`, 'Start as the owner of the data folder.')
  })
  if (text === undefined) return undefined

  const stored = parse(text)
  if (!isServerSecrets(stored)) {
    throw new StartError(
      `${path} is damaged.`,
      'Restore it from a copy, or delete it: a new API key and signing key are made then.',
    )
  }
  return stored
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isServerSecrets(value: unknown): value is ServerSecrets {
  if (typeof value !== 'object' || value === null) return false
  const { apiKey, signingKey } = value as Partial<ServerSecrets>
  return (
    typeof apiKey === 'string' && apiKey.startsWith(API_KEY_PREFIX) && typeof signingKey?.kid === 'string'
  )
}
