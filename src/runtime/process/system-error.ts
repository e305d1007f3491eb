import { StartError } from './start-error.js'

/** A refusal of the operating system in a sentence about `what`; anything else stays the bug that it is. */
export function systemErrorToStartError(error: unknown, what: string, hint: string): unknown {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (code === undefined || syscall === undefined || error instanceof StartError) return error
  return new StartError(`${what} cannot be written: ${REASONS.get(code) ?? code}.`, hint, { cause: error })
}

const REASONS = new Map([
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EEXIST', 'a file is in its place'],
  ['ENOTDIR', 'a file is in its place'],
  ['EISDIR', 'a folder is in its place'],
  ['ENOENT', 'its folder is not there'],
  ['ENOTSUP', 'nothing can be made there'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ELOOP', 'its links lead round in a circle'],
])
