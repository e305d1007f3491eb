import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** A folder that only its owner may look into. Makes those above it, too. */
export async function makeFolder(path: string): Promise<void> {
  // Node's own recursive way never ends where the system refuses a folder as if those above it were missing: /proc.
  for (const missing of (await missingFolders(path)).missing) {
    try {
      await mkdir(missing, { mode: 0o700 })
    } catch (error) {
      // Another start was faster.
      if (codeOf(error) !== 'EEXIST') explainRefusal(error)
    }
  }
}

/** Some file systems that take nothing new, such as /proc, say that what they refuse is missing. */
export function explainRefusal(error: unknown): never {
  throw isMissing(error)
    ? systemError('ENOTSUP', 'write', (error as NodeJS.ErrnoException).path ?? '')
    : error
}

/** Throws the system's reason why a folder can be neither made nor written to. Changes nothing. */
export async function checkFolder(path: string): Promise<void> {
  const { nearest } = await missingFolders(path)
  await access(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** The folders on the way to `path` that are not there, outermost first, and the nearest one that is. */
async function missingFolders(path: string): Promise<{ missing: string[]; nearest: string }> {
  const missing: string[] = []
  for (let at = resolve(path); ; at = dirname(at)) {
    const found = await undefinedIfMissing(stat(at))
    if (found === undefined) missing.unshift(at)
    else if (found.isDirectory()) return { missing, nearest: at }
    else throw systemError('ENOTDIR', 'stat', at)
  }
}

/** Undefined for what is not there. */
export async function undefinedIfMissing<T>(attempt: Promise<T>): Promise<T | undefined> {
  try {
    return await attempt
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

const systemError = (code: string, syscall: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path })
