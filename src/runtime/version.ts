import { readFile } from 'node:fs/promises'

/** The version of the package: of the manifest above this file, wherever the build has put it. */
export async function readVersion(from: URL = new URL('.', import.meta.url)): Promise<string> {
  const manifest = await readFile(new URL('package.json', from), 'utf8').catch(() => '{}')
  const { name, version } = JSON.parse(manifest) as { name?: string; version?: string }
  if (name === 'parley' && version !== undefined) return version

  const above = new URL('..', from)
  if (above.href === from.href) throw new Error('The manifest of parley was not found')
  return readVersion(above)
}
