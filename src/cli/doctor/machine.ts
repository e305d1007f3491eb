import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Check, fail, ok, warn } from './check.js'

/** Checks the Node version. `wanted` is the range of package.json, such as `>=20.19.0`. */
export function checkNode(version: string, wanted: string): Check {
  const minimum = wanted.replace(/^\D+/, '')
  if (isOlder(numbers(version), numbers(minimum)))
    return fail('Node', `Node ${version} is too old`, `Install Node ${minimum} or newer.`)
  return ok('Node', `Node ${version}`)
}

const numbers = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10))

function isOlder(found: readonly number[], minimum: readonly number[]): boolean {
  const index = minimum.findIndex((part, position) => part !== found[position])
  return index !== -1 && (found[index] ?? 0) < (minimum[index] ?? 0)
}

const FOLDER = 'data folder'

/** Checks whether `serve` could store data there. A problem is only a warning if another server is used. */
export async function checkDataFolderAccess(dataDir: string, isNeeded: boolean): Promise<Check> {
  const folder = resolve(dataDir)
  const failOrWarn = isNeeded ? fail : warn
  const problem = (message: string) => failOrWarn(FOLDER, message, 'Choose another folder with --data-dir.')
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown')
  if (found === 'ENOENT') {
    const ancestor = await nearestExistingFolder(dirname(folder))
    if (await isWritable(ancestor))
      return ok(FOLDER, `${folder} does not exist yet; \`parley serve\` creates it`)
    return problem(`${folder} does not exist, and ${ancestor} is not writable`)
  }
  if (typeof found === 'string') return problem(`${folder} cannot be read (${found})`)
  if (!found.isDirectory()) return problem(`${folder} is not a folder`)
  return (await isWritable(folder))
    ? ok(FOLDER, `${folder} is writable`)
    : problem(`${folder} is not writable`)
}

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

/** The folder itself if it exists, else its nearest existing ancestor. */
async function nearestExistingFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : nearestExistingFolder(dirname(folder))
}
