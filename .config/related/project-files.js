import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What is made or installed, and what Git keeps. */
const IGNORED = ['.git', '.parley', 'coverage', 'dist', 'node_modules']

/** The paths of all files of a project, with forward slashes. */
export function projectFiles(root) {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !IGNORED.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(root, entry.name) : [entry.name]))
}

function filesUnder(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(root, path) : [path]
  })
}
