import { readFile } from 'node:fs/promises'

/** The version of the package. Its manifest lies two folders up, from here and from `dist/chunks`. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
