import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const WILD = /[*?]/

export const isGlob = (path: string): boolean => WILD.test(path)

/**
 * The files that match a pattern, in alphabetical order: `*` and `?` match within a name, `**` matches any folders. Names
 * that begin with a dot match only a pattern that begins with one.
 */
export async function expandGlob(folder: string, pattern: string): Promise<string[]> {
  const found = await expand(pattern.startsWith('/') ? '/' : folder, pattern.split('/').filter(Boolean))
  return [...new Set(found)].sort()
}

async function expand(folder: string, [first, ...rest]: readonly string[]): Promise<string[]> {
  if (first === undefined) return []
  if (first === '**') return expandRecursively(folder, rest)
  if (!isGlob(first)) {
    const path = join(folder, first)
    return rest.length === 0 ? existingFile(folder, first) : expand(path, rest)
  }
  const isWanted = globMatcher(first)
  const entries = (await entriesOf(folder)).filter(({ name }) => isWanted(name))
  const wanted = entries.filter((entry) => (rest.length === 0 ? isFile(entry) : entry.isDirectory()))
  const paths = wanted.map(({ name }) => join(folder, name))
  return rest.length === 0 ? paths : all(paths.map((path) => expand(path, rest)))
}

async function expandRecursively(folder: string, rest: readonly string[]): Promise<string[]> {
  const folders = (await entriesOf(folder)).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  )
  return all([
    expand(folder, rest),
    ...folders.map(({ name }) => expandRecursively(join(folder, name), rest)),
  ])
}

async function existingFile(folder: string, name: string): Promise<string[]> {
  const entries = await entriesOf(folder)
  return entries.some((entry) => entry.name === name && isFile(entry)) ? [join(folder, name)] : []
}

/** A symbolic link counts as a file; its target is checked when it is opened. */
const isFile = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink()

const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => [])

const all = async (lists: readonly Promise<string[]>[]): Promise<string[]> =>
  (await Promise.all(lists)).flat()

function globMatcher(pattern: string): (name: string) => boolean {
  return (name) => matchesGlob(name, pattern) && (!name.startsWith('.') || pattern.startsWith('.'))
}

/** Backtracks only to the last `*`, so the time is at most the product of both lengths. */
function matchesGlob(name: string, pattern: string): boolean {
  let [at, next, star, retry] = [0, 0, -1, 0]
  while (at < name.length) {
    const wanted = pattern[next]
    if (wanted === '*') {
      star = next
      retry = at
      next += 1
    } else if (wanted === '?' || wanted === name[at]) {
      at += 1
      next += 1
    } else if (star >= 0) {
      retry += 1
      at = retry
      next = star + 1
    } else return false
  }
  return /^\**$/.test(pattern.slice(next))
}
