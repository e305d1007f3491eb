import { execFileSync } from 'node:child_process'

/** What differs from the branch `main`, committed or not; on `main`, what is not committed. Files that are gone, too. */
export function changedFiles(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const base = baseOf(root)
  return [
    ...new Set([
      ...git('diff', '--name-only', '--no-renames', '-z', base),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ]
}

function baseOf(root) {
  try {
    return execFileSync('git', ['merge-base', 'HEAD', 'main'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return 'HEAD'
  }
}
