import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Input } from './target.js'

const FOLDER = 'test/fuzz/kept'

/** Inputs that have failed once; each run begins with them. */
export async function readRegressionInputs(): Promise<readonly Input[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(FOLDER, name), 'utf8')) as Input),
  )
}
