import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Check, fail, ok, warn } from './check.js'

/** `wanted` is the range of package.json, such as `>=20.19.0`. */
export function checkNode(version: string, wanted: string): Check {
  const least = wanted.replace(/^\D+/, '')
  if (isOlder(numbers(version), numbers(least)))
    return fail('Node', `Node ${version} is too old`, `Install Node ${least} or newer.`)
  return ok('Node', `Node ${version}`)
}

const numbers = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10))

function isOlder(found: readonly number[], least: readonly number[]): boolean {
  const index = least.findIndex((part, position) => part !== found[position])
  return index !== -1 && (found[index] ?? 0) < (least[index] ?? 0)
}

const FOLDER = 'data folder'

/** Whether `serve` could keep its data there. When another server is asked, that matters less. */
export async function checkDataFolderAccess(dataDir: string, isNeeded: boolean): Promise<Check> {
  const folder = resolve(dataDir)
  const complain = isNeeded ? fail : warn
  const bad = (message: string) => complain(FOLDER, message, 'Choose another folder with --data-dir.')
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown')
  if (found === 'ENOENT') {
    const above = await nearestExistingFolder(dirname(folder))
    if (await isWritable(above)) return ok(FOLDER, `${folder} is not there yet; \`parley serve\` makes it`)
    return bad(`${folder} is not there, and ${above} is not writable`)
  }
  if (typeof found === 'string') return bad(`${folder} cannot be looked at (${found})`)
  if (!found.isDirectory()) return bad(`${folder} is no folder`)
  return (await isWritable(folder)) ? ok(FOLDER, `${folder} is writable`) : bad(`${folder} is not writable`)
}

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

/** The folder itself when it exists, else the nearest above it. */
async function nearestExistingFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : nearestExistingFolder(dirname(folder))
}
