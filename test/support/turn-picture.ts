/** The text of a file of `src/domain`, by its path there; undefined: there is none. */
export type ReadSource = (path: string) => string | undefined

const RUN_TURN = 'turns/run-turn.ts'
const EVENTS = 'turns/turn.ts'
const PATH = /\b[a-z-]+\/[a-z-]+\.ts\b/g

type Row = { readonly stage: string; readonly does: string; readonly text: string }

/**
 * What the picture of a text turn in docs/architecture.md says that the sources do not show, and who runs turns without
 * being in it. `runners`: the files of `src/domain` that import `runTurn`.
 */
export function mistakesIn(picture: string, read: ReadSource, runners: readonly string[]): string[] {
  const paths = [...new Set(picture.match(PATH) ?? [])]
  const missing = paths.filter((path) => read(path) === undefined)
  if (missing.length > 0) return missing.map((path) => `${path} does not exist`)
  const source = (path: string) => read(path) ?? ''
  const rows = rowsOf(picture)
  const pathsOf = (group: string) =>
    rows.filter(({ stage }) => stage === group).flatMap(({ does }) => does.match(PATH) ?? [])
  const entrances = pathsOf('entrances')
  const stages = rows.filter(({ stage }) => stage !== 'entrances' && stage !== 'sinks')
  return [
    ...entrances
      .filter((path) => !importsAndCalls(source(path), 'runTurn', 'run-turn.js'))
      .map((path) => `${path} does not run turns`),
    ...runners.filter((path) => !entrances.includes(path)).map((path) => `${path} is no entrance`),
    ...stages.flatMap((row) => mistakesInStage(row, source)),
    ...mistakesInOrder(stages, source(RUN_TURN)),
    ...pathsOf('sinks').flatMap((path) => mistakesInSink(path, source)),
  ]
}

/** A row without a name of its own goes on with that of the row before. */
function rowsOf(picture: string): Row[] {
  const rows: Row[] = []
  for (const line of picture.split('\n')) {
    const found = /^ (\S*) +([a-zA-Z][\w./-]*)(?: +(.*))?$/.exec(line)
    if (found === null) continue
    const [, stage = '', does = '', text = ''] = found
    if (does === 'v') continue
    rows.push({ stage: stage === '' ? (rows.at(-1)?.stage ?? '') : stage, does, text })
  }
  return rows
}

/** A stage is a function that the turn imports, a method of its transcript, or the events that it yields. */
function mistakesInStage({ stage, does, text }: Row, source: (path: string) => string): string[] {
  const runTurn = source(RUN_TURN)
  const [path = ''] = text.match(PATH) ?? []
  const method = /^transcript\.(\w+)$/.exec(does)?.[1]
  if (method !== undefined) {
    const isThere =
      new RegExp(`\\btranscript\\.${method}\\(`).test(runTurn) &&
      new RegExp(`^  ${method}\\(`, 'm').test(source(EVENTS))
    return isThere ? [] : [`${stage}: the transcript has no ${method} that the turn calls`]
  }
  if (does === 'TurnEvent') {
    const known = new Set(
      [...source(EVENTS).matchAll(/readonly type: '(\w+)'/g)].map(([, name = '']) => name),
    )
    const named = text
      .slice(text.indexOf(':') + 1)
      .split(',')
      .map((name) => name.trim())
    return named.filter((name) => !known.has(name)).map((name) => `${stage}: there is no event ${name}`)
  }
  const file = path.replace('turns/', '').replace(/ts$/, 'js')
  return importsAndCalls(runTurn, does, file) ? [] : [`${stage}: the turn does not call ${does} of ${path}`]
}

/** The stages are those that the source names, in their order. */
function mistakesInOrder(stages: readonly Row[], runTurn: string): string[] {
  const drawn = [...new Set(stages.map(({ stage }) => stage))].join(' → ')
  return runTurn.includes(drawn) ? [] : [`${RUN_TURN} does not name the stages ${drawn}`]
}

/** It follows the turn's events, and nobody in the turn knows more of it than a type. */
function mistakesInSink(path: string, source: (path: string) => string): string[] {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/ts$/, 'js')
  const follows = namesFrom(source(path), 'turn.js').some((name) => /^type (TurnSink|TurnEvent)$/.test(name))
  const called = namesFrom(source(RUN_TURN), file).filter((name) => !name.startsWith('type '))
  return [
    ...(follows ? [] : [`${path} follows no events of a turn`]),
    ...called.map((name) => `the turn calls ${name} of ${path}`),
  ]
}

const importsAndCalls = (text: string, name: string, file: string): boolean =>
  namesFrom(text, file).includes(name) && new RegExp(`\\b${name}\\(`).test(text)

/** What a source imports from the file of that name, in whatever folder; types as `type X`. */
function namesFrom(text: string, file: string): string[] {
  const imports = text.matchAll(/^import (type )?\{([^}]*)\} from '\.[^']*\/([^'/]+)'$/gm)
  return [...imports]
    .filter(([, , , from]) => from === file)
    .flatMap(([, type = '', names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => `${type}${name}`),
    )
}
