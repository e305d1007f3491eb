import { readFile } from 'node:fs/promises'

/** The version of the package, from its manifest beside `dist` (or, in tests, beside `src`). */
export async function readVersion(): Promise<string> {
  for (const up of ['../../..', '../..']) {
    const text = await readFile(new URL(`${up}/package.json`, import.meta.url), 'utf8').catch(() => undefined)
    const manifest = text === undefined ? {} : (JSON.parse(text) as { name?: string; version?: string })
    if (manifest.name === 'parley' && manifest.version !== undefined) return manifest.version
  }
  throw new Error('package.json of parley was not found')
}
