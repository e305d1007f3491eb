import { readFile } from 'node:fs/promises'

/** Finds the root folder and the version of the package by the nearest package.json above this file, built or not. */
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

/** Reads a self-contained built page, `dist/web/<name>.html`, also when the caller runs from source. */
export async function readBuiltPage(name: string): Promise<string> {
  const { root } = await findPackage()
  return readFile(new URL(`dist/web/${name}.html`, root), 'utf8')
}

/** The URL of a built worker such as `adapters/pdf/read.worker.js`, also when the caller runs from source. */
export async function findBuiltFile(file: string): Promise<URL> {
  const { root } = await findPackage()
  return new URL(`dist/src/${file}`, root)
}

export const readVersion = async (): Promise<string> => (await findPackage()).version
