/** Statements that are gone when the code runs, and lines of comments. */
const TYPE_IMPORT = /^(?:import|export) type (?:\w+|\{[^}]*\}|\* as \w+) from '[^'\n]*'/gm
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm
const CODE = /\.[cm]?[jt]sx?$/
/** What could name a file or a folder. */
const PATH = /[\w@.-]*\/[\w@./-]*|[\w-]+(?:\.[\w-]+)+/g
/** A name alone, which may be that of a folder: `join(root, 'docs')`, `readBuiltPage('share')`. */
const NAME = /(['"`])(\.?\w[\w-]*)\1/g
/** What the rest of the path is added to, by callers that name it themselves. */
const COMPOSED = /^dist\/(?:src|web)\/$/

/** The paths that a file may read, import or start, as it writes them: rather too much than too little. */
export function referencesOf(file, text) {
  const code = CODE.test(file) ? text.replace(TYPE_IMPORT, '').replace(COMMENT, '') : text
  const paths = (code.match(PATH) ?? [])
    // The end of a sentence.
    .map((path) => path.replace(/(?<=\w)\.$/, ''))
    .filter((path) => /\w/.test(path) && !COMPOSED.test(path))
  return new Set([...paths, ...(CODE.test(file) ? foldersNamed(file, code) : [])])
}

function foldersNamed(file, code) {
  const names = [...new Set([...code.matchAll(NAME)].map(([, , name]) => name))]
  if (isShipped(file)) return names.map((name) => `/src/web/${name}`)
  // The word for all tests, unless folders are read.
  return names.filter((name) => name !== 'test' || code.includes('readdir')).map((name) => `/${name}`)
}

export const isShipped = (file) => /^(?:src|commands|bin)\//.test(file)

/**
 * The files that a reference in `file` may name: beside it, from the root of the project, or among the sources. What is
 * built stands for its source, and a folder for all that is in it.
 */
export function resolveReference(file, reference, files) {
  const folder = file.split('/').slice(0, -1)
  const parts = reference.split('/')
  return basesOf(folder, parts).flatMap((base) => {
    const path = joined(base, parts)
    if (path === undefined) return []
    const source = path.replace(/^dist\//, '')
    // In what ships, `http/` beside other words, or `/bin/ps`, is none of our folders.
    const isFolder = !isShipped(file) || FOLDERS_OF_SHIPPED.test(source)
    return [...files.file(source), ...(isFolder ? files.folder(source) : [])]
  })
}

const ROOT = []
const FOLDERS_OF_SHIPPED = /^(?:src\/web|fixtures)\//

function basesOf(folder, [first]) {
  if (first === '.' || first === '..') return [folder]
  return first === '' ? [ROOT] : [folder, ROOT, ['src']]
}

/** Undefined for what is outside the project. */
function joined(base, parts) {
  const path = [...base]
  for (const part of parts) {
    if (part === '..') {
      if (path.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') path.push(part)
  }
  return path.join('/')
}

/** Finds files by their paths, built scripts by that of their source, and all that is in a folder. */
export function indexFiles(paths) {
  const files = new Set(paths)
  const folders = new Map()
  for (const file of paths) {
    const parts = file.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const filed = folders.get(folder)
      if (filed === undefined) folders.set(folder, [file])
      else filed.push(file)
    }
  }
  return {
    file: (path) =>
      [path, ...['.ts', '.tsx'].map((extension) => path.replace(/\.[cm]?js$/, extension))].filter((name) =>
        files.has(name),
      ),
    folder: (path) => folders.get(path) ?? [],
  }
}
