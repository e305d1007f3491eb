import { resolve } from 'node:path'
import { readInputFile } from './input-file.js'

export type Environment = Readonly<Record<string, string | undefined>>

/** `folder`: where relative paths of the configuration begin. */
export type ConfigContext = { readonly env: Environment; readonly folder: string }

/** The keys of a section that lead to a secret: one to a variable of the environment, the other to a file. */
type SecretKeys<Key extends string> = { readonly variable: Key; readonly file: Key }

type Secret<Key extends string> =
  | { readonly secret: string; readonly from: Key }
  | { readonly problem: { readonly key: Key; readonly text: string } }

/** The secret that a section leads to, trimmed; undefined where it names neither. Never both, and never an empty one. */
export async function readSecret<Key extends string>(
  written: { readonly [key in Key]?: string | undefined },
  { variable, file }: SecretKeys<Key>,
  { env, folder }: ConfigContext,
): Promise<Secret<Key> | undefined> {
  const name = written[variable]
  const given = written[file]
  if (name !== undefined && given !== undefined) {
    return { problem: { key: file, text: `cannot be combined with ${variable}; keep one of them` } }
  }
  if (name !== undefined) {
    const secret = env[name]?.trim() ?? ''
    if (secret !== '') return { secret, from: variable }
    return { problem: { key: variable, text: `names ${name}, which is not set in the environment` } }
  }
  if (given === undefined) return undefined
  const path = resolve(folder, given)
  try {
    const secret = (await readInputFile(path)).trim()
    if (secret !== '') return { secret, from: file }
    return { problem: { key: file, text: `names ${path}, which is empty` } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: { key: file, text: `names ${path}: ${reason}` } }
  }
}
