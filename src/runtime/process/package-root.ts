import { readFile } from 'node:fs/promises'

/** The folder of the package and its version: of the manifest above this file, wherever the build has put it. */
export async function findPackage(
  from: URL = new URL('.', import.meta.url),
): Promise<{ readonly root: URL; readonly version: string }> {
  const manifest = await readFile(new URL('package.json', from), 'utf8').catch(() => '{}')
  const { name, version } = JSON.parse(manifest) as { name?: string; version?: string }
  if (name === 'parley' && version !== undefined) return { root: from, version }

  const above = new URL('..', from)
  if (above.href === from.href) throw new Error('The manifest of parley was not found')
  return findPackage(above)
}

/** A built page that is whole in itself: `dist/web/<name>.html`. Also when the caller runs from its source. */
export async function readBuiltPage(name: string): Promise<string> {
  const { root } = await findPackage()
  return readFile(new URL(`dist/web/${name}.html`, root), 'utf8')
}

/** A built file, for a thread: `adapters/pdf/read.worker.js` for one. Also when the caller runs from its source. */
export async function findBuiltFile(file: string): Promise<URL> {
  const { root } = await findPackage()
  return new URL(`dist/src/${file}`, root)
}
