import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsIn, namedCommands, startedCommands, startsCommands } from './commands.js'
import { indexFiles, isShipped, referencesOf, resolveReference } from './references.js'

const READ = /\.(?:[cm]?[jt]sx?|json|ya?ml|md|html|css)$|^\.ci\//
/** What every test depends on; what they name is no matter of a single one. */
const ALL_USE =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|test\/tsconfig\.json|\.npmrc|\.config\/(?:vite|vitest|manifest|build-)[^/]*)$/
/** Text for people names files that it does not use; its examples use these. */
const USED_BY_TEXT = /^(?:fixtures|docs|\.ci)\//
const COMMAND_LINE = 'bin/run.js'
/** Start the command that they are given, and see to it that it was named. */
const STARTERS =
  /^(?:\.config\/related\/|test\/support\/commands\/(?:(?:cli|command-host|named-commands|terminal)\.ts|run-commands\.js)$)/
/** What they name is what they look for in others. */
const SELF = /^\.config\/related\//

/**
 * What the tests of a project depend on: by imports, by the files that they read, and by what they start of the built
 * code. A test depends on each command that it, its helpers or the files that they read name; `test/support/commands/cli.ts`
 * refuses to start one that a test does not name.
 */
export function readGraph(root, paths) {
  const files = indexFiles(paths)
  const commands = commandsIn(paths)
  const textOf = memoized((file) => (READ.test(file) && !ALL_USE.test(file) ? textIn(join(root, file)) : ''))
  const usedBy = memoized((file) => edgesOf(file, textOf(file), files))

  const reach = (from, follow = () => true) => {
    const reached = new Set(from)
    for (const file of reached) if (follow(file)) for (const used of usedBy(file)) reached.add(used)
    return reached
  }
  /** What a test is made of, without what it tests. */
  const ownTexts = (test) =>
    [...reach([test], (file) => !isShipped(file))]
      .filter((file) => !isShipped(file) && !STARTERS.test(file))
      .map(textOf)

  return {
    dependenciesOf(test) {
      const texts = ownTexts(test)
      if (!texts.some(startsCommands)) return reach([test])
      return reach([test, COMMAND_LINE, ...namedCommands(commands, texts).map(({ file }) => file)])
    },
    /** Whether a change of the commands that these arguments start would find this test. */
    finds(test, args) {
      const named = namedCommands(commands, ownTexts(test))
      return startedCommands(commands, args).every((command) => named.includes(command))
    },
  }
}

/** Whether a change of this file is one for all tests. */
export const concernsAll = (file) => ALL_USE.test(file)

/** What else changes with a file that is new or gone: with a command, what the command line knows, and may suggest. */
export const changesWith = (file) => (file.startsWith('commands/') ? [file, COMMAND_LINE] : [file])

function edgesOf(file, text, files) {
  const used = [...referencesOf(file, text)].flatMap((reference) => resolveReference(file, reference, files))
  if (file.endsWith('.md')) return used.filter((path) => USED_BY_TEXT.test(path))
  if (SELF.test(file)) return used.filter((path) => SELF.test(path))
  return STARTERS.test(file) ? used.filter((path) => path !== COMMAND_LINE) : used
}

/** Nothing of a file that is gone. */
function textIn(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

function memoized(read) {
  const known = new Map()
  return (key) => {
    if (!known.has(key)) known.set(key, read(key))
    return known.get(key)
  }
}
