import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changesWith } from './graph.js'

/** What differs from the branch `main`, committed or not; on `main`, what is not committed. Files that are gone, too. */
export function changedFiles(root) {
  return [
    ...new Set([
      ...git(root, 'diff', '--name-only', '--no-renames', '-z', baseOf(root)),
      ...git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ]
}

/** These files, and what changes because some of them are new or gone. */
export function withConsequences(root, files) {
  const before = new Set(git(root, 'ls-tree', '-r', '--name-only', '-z', baseOf(root)))
  return files.flatMap((file) =>
    before.has(file) && existsSync(join(root, file)) ? [file] : changesWith(file),
  )
}

function baseOf(root) {
  try {
    return git(root, 'merge-base', 'HEAD', 'main').join('').trim()
  } catch {
    return 'HEAD'
  }
}

const git = (root, ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 ** 2 })
    .split('\0')
    .filter(Boolean)
