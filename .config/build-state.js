import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that a build reads. What is missing here would let tests run an old build. */
const INPUTS = ['src', 'commands', 'bin', '.config', 'package.json', 'package-lock.json', 'tsconfig.json']
const OUTPUTS = ['dist', '.oclif.manifest.json']
/** In `dist`, so that whatever empties it takes the note with it. */
const NOTE = join('dist', '.built-from')

/** What a build of now is made from: the contents of all that it reads. */
export function inputsOf(root) {
  const hash = createHash('sha256').update(process.version)
  for (const path of filesOf(root, INPUTS)) {
    const bytes = readFileSync(join(root, path))
    hash.update(`\0${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** Whether `dist` is, untouched, what a build of these inputs has made. */
export function isBuilt(root) {
  try {
    return readFileSync(join(root, NOTE), 'utf8') === noteOf(root, inputsOf(root))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** Before a build, so that one which fails half-way is not taken for whole. */
export function forgetBuild(root) {
  rmSync(join(root, NOTE), { force: true })
}

/** Notes a build that was made from `inputs`, unless they have changed since. */
export function noteBuild(root, inputs) {
  if (inputsOf(root) === inputs) writeFileSync(join(root, NOTE), noteOf(root, inputs))
}

const noteOf = (root, inputs) => `${inputs}\n${outputsOf(root)}\n`

function outputsOf(root) {
  const hash = createHash('sha256')
  for (const path of filesOf(root, OUTPUTS)) {
    if (path === NOTE) continue
    const { size, mtimeMs } = statSync(join(root, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

const filesOf = (root, paths) => paths.flatMap((path) => filesUnder(root, path)).sort()

function filesUnder(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(root, join(path, name)))
}
