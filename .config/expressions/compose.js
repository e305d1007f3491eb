import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { rolldown } = createRequire(createRequire(import.meta.url).resolve('vite'))('rolldown')

/** What a composed expression is made by while modules are loaded here. */
const MAKER = '__parleyExpression'

/**
 * Loads the modules that compose expressions, and notes what each place made: `modules` are what `findExpressions` found
 * in each file. Places that made none are named, for nothing may stay unseen.
 */
export async function composeExpressions(root, modules) {
  const places = modules.flatMap(({ composed }) => composed.map(({ place }) => place))
  if (places.length === 0) return { expressions: [], problems: [] }

  const expressions = []
  globalThis[MAKER] = (place, source, flags) => {
    const expression = new RegExp(source, flags)
    expressions.push({ place, source: expression.source, flags: expression.flags })
    return expression
  }
  await loadModules(root, modules)
  const made = new Set(expressions.map(({ place }) => place))
  const unmade = places.filter((place) => !made.has(place))
  return { expressions, problems: unmade.map((place) => `${place}: not composed when its module is loaded`) }
}

async function loadModules(root, modules) {
  const bundle = await rolldown({
    cwd: root,
    input: modules.map(({ file }) => join(root, file)),
    external: /^[^./]/,
    platform: 'node',
    logLevel: 'silent',
    treeshake: false,
    plugins: [{ name: 'note-expressions', load: (id) => noted(root, id, modules) }],
  })
  // Below the project, so that the packages which modules import are found.
  const folder = await mkdtemp(join(root, 'expressions-'))
  try {
    const { output } = await bundle.write({ dir: folder, entryFileNames: '[hash]-[name].mjs', format: 'esm' })
    for (const { fileName, isEntry } of output) {
      if (isEntry) await import(pathToFileURL(join(folder, fileName)).href)
    }
  } finally {
    await bundle.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function noted(root, id, modules) {
  const file = id.slice(root.length + 1).replaceAll('\\', '/')
  const found = modules.find((module) => module.file === file)?.composed
  if (found === undefined) return null

  const text = readFileSync(id, 'utf8')
  const edits = [...found].sort((one, other) => other.start - one.start)
  const code = edits.reduce(
    (changed, { place, start, end }) =>
      `${changed.slice(0, start)}${MAKER}(${JSON.stringify(place)}, ${changed.slice(end)}`,
    text,
  )
  return { code, moduleType: file.endsWith('x') ? 'tsx' : 'ts' }
}
